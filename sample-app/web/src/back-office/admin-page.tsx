import type { ComponentChildren } from 'preact';
import { Button } from '../components/button.js';
import { useFocus, useTitle } from '../hooks/use-heading.js';
import type { Loaded } from '../hooks/use-loaded.js';
import './admin-page.css';

interface AdminPageProps {
  readonly title: string;
  /** At the right of the title. Default: a button that loads the data again. */
  readonly side?: ComponentChildren;
  readonly loaded?: Pick<Loaded<unknown>, 'isLoading' | 'reload'>;
  readonly children: ComponentChildren;
}

/** A page of the back office with its heading. */
export function AdminPage({ title, side, loaded, children }: AdminPageProps) {
  useTitle(title);
  const heading = useFocus();
  return (
    <section class="admin-page" aria-labelledby="page-title">
      <div class="page-head">
        <h1 id="page-title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {side ??
          (loaded && (
            <Button isBusy={loaded.isLoading} onClick={() => void loaded.reload()}>
              Atualizar
            </Button>
          ))}
      </div>
      {children}
    </section>
  );
}
