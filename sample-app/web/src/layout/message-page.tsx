import type { ComponentChildren } from 'preact';
import { ButtonLink } from '../components/button.js';
import { useFocus } from '../hooks/use-focus.js';
import { useTitle } from '../hooks/use-title.js';

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
  const heading = useFocus<HTMLHeadingElement>();
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

export function NotFoundPage() {
  return (
    <MessagePage title="Página não encontrada">
      O endereço pode estar incompleto ou o pedido pode não existir. Confira o link ou volte para a
      loja.
    </MessagePage>
  );
}
