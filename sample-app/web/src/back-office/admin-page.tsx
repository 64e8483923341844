import type { ComponentChildren } from 'preact';
import { useFocus } from '../hooks/use-focus.js';
import { useTitle } from '../hooks/use-title.js';
import './admin-page.css';

interface AdminPageProps {
  readonly title: string;
  /** At the right of the title. */
  readonly side?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page of the back office with its heading. */
export function AdminPage({ title, side, children }: AdminPageProps) {
  useTitle(title);
  const heading = useFocus<HTMLHeadingElement>();
  return (
    <section class="admin-page" aria-labelledby="page-title">
      <div class="page-head">
        <h1 id="page-title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {side}
      </div>
      {children}
    </section>
  );
}
