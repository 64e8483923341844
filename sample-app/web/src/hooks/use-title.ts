import { useEffect } from 'preact/hooks';

/** Sets the title of the document: "Pago! · Loja Ipê", or "Loja Ipê" without a text. */
export function useTitle(text?: string): void {
  useEffect(() => {
    document.title = text === undefined ? 'Loja Ipê' : `${text} · Loja Ipê`;
  }, [text]);
}
