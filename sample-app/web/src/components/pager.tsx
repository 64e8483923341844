import { Button } from './button.js';
import './pager.css';

interface PagerProps {
  /** The first page is 1. */
  readonly page: number;
  readonly pages: number;
  readonly onChange: (page: number) => void;
}

/** Leads to the previous and the next page of a list. Shows nothing when there is one page. */
export function Pager({ page, pages, onChange }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav class="pager" aria-label="Páginas">
      <Button disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Anterior
      </Button>
      <p aria-live="polite">
        Página {page} de {pages}
      </p>
      <Button disabled={page >= pages} onClick={() => onChange(page + 1)}>
        Próxima
      </Button>
    </nav>
  );
}
