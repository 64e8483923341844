import type { ComponentChildren } from 'preact';
import { Button, ButtonLink } from '../components/button.js';
import { Waiting } from '../components/loading.js';
import { useFocus, useTitle } from '../hooks/use-heading.js';
import type { Live } from '../live/use-live.js';

interface MessagePageProps {
  readonly title: string;
  /** What happened and what to do. */
  readonly children: ComponentChildren;
  readonly href?: string;
  readonly link?: string;
  /** Takes the place of the link. */
  readonly action?: ComponentChildren;
}

/** A page that only says something, such as that a record is unknown, and leads back. */
export function MessagePage({
  title,
  children,
  href = '/',
  link = 'Voltar para a loja',
  action,
}: MessagePageProps) {
  useTitle(title);
  const heading = useFocus();
  return (
    <section class="message" aria-labelledby="message-title">
      <h1 id="message-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{children}</p>
      <p>
        {action ?? (
          <ButtonLink kind="primary" href={href}>
            {link}
          </ButtonLink>
        )}
      </p>
    </section>
  );
}

interface RecordPageProps<T> {
  readonly live: Live<T>;
  /** Titles for an unknown record (404), and for other failures: "Pedido não encontrado". */
  readonly unknown: string;
  readonly failed: string;
  readonly children: (record: T) => ComponentChildren;
}

/** The page of a record; until the record is there, that it is being loaded or could not be. */
export function RecordPage<T>({ live, unknown, failed, children }: RecordPageProps<T>) {
  const { data, error, status, isLoading, reload } = live;
  if (data !== undefined) return <>{children(data)}</>;
  if (error === undefined) return <Waiting />;
  if (status === 404) {
    return (
      <MessagePage title={unknown}>
        O link pode estar incompleto. Confira o endereço ou volte para a loja.
      </MessagePage>
    );
  }
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

export function NotFoundPage() {
  return (
    <MessagePage title="Página não encontrada">
      O endereço pode estar incompleto ou o pedido pode não existir. Confira o link ou volte para a
      loja.
    </MessagePage>
  );
}
