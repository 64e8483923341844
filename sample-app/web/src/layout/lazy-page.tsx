import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { call } from '../api/call.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { useAction } from '../hooks/use-action.js';
import { useFocus } from '../hooks/use-focus.js';
import { useTitle } from '../hooks/use-title.js';

/**
 * A page whose code is loaded when it is opened. Without a connection, a page that says so takes its place. After a
 * deployment the server no longer has the code of an open application, which is then loaded again.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(() => load().catch(replaceMissing));
}

/** Once for each entry of the history, so that code that stays missing does not reload the page forever. */
async function replaceMissing(): Promise<ComponentType> {
  if (history.state === 'reloaded' || !(await isReachable())) return MissingPage;
  history.replaceState('reloaded', '');
  location.reload();
  return () => null;
}

async function isReachable(): Promise<boolean> {
  try {
    await askServer();
    return true;
  } catch {
    return false;
  }
}

const askServer = () => call('/api/config');

function MissingPage() {
  useTitle('Página não carregada');
  const heading = useFocus<HTMLHeadingElement>();
  // Without a connection, a reload would replace the page by one of the browser.
  const retry = useAction(async () => {
    await askServer();
    location.reload();
  });
  return (
    <section class="message" aria-labelledby="message-title">
      <h1 id="message-title" ref={heading} tabIndex={-1}>
        Não foi possível abrir esta página
      </h1>
      <p>A loja não respondeu. Verifique a internet e tente de novo.</p>
      <Alert message={retry.error} />
      <p>
        <Button kind="primary" isBusy={retry.isBusy} onClick={() => void retry.run()}>
          Tentar de novo
        </Button>
      </p>
    </section>
  );
}
