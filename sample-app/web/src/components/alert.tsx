import type { ComponentChildren } from 'preact';
import './alert.css';

/** A failure, announced immediately. Shows nothing without a message. */
export function Alert({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p class="alert" role="alert">
      {message}
    </p>
  );
}

/** A neutral note on a page. */
export function Notice({ children }: { readonly children: ComponentChildren }) {
  return <div class="notice">{children}</div>;
}
