import { Button } from '../components/button.js';
import type { Loaded } from '../hooks/use-loaded.js';
import { MessagePage } from './message-page.js';

interface LoadFailurePageProps {
  readonly loaded: Pick<Loaded<unknown>, 'error' | 'status' | 'isLoading' | 'reload'>;
  /** Titles for an unknown record and for other failures: "Pedido não encontrado". */
  readonly unknown: string;
  readonly failed: string;
}

/** The page of a record that could not be loaded: unknown (404), or another failure. */
export function LoadFailurePage({ loaded, unknown, failed }: LoadFailurePageProps) {
  if (loaded.status === 404) {
    return (
      <MessagePage title={unknown}>
        O link pode estar incompleto. Confira o endereço ou volte para a loja.
      </MessagePage>
    );
  }
  const { error, isLoading, reload } = loaded;
  const retry = (
    <Button kind="primary" isBusy={isLoading} onClick={() => void reload()}>
      Tentar de novo
    </Button>
  );
  return (
    <MessagePage title={failed} action={retry}>
      {error}
    </MessagePage>
  );
}
