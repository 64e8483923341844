import { useEffect, useRef } from 'preact/hooks';

/** Sets the title of the document: "Pago! · Loja Ipê", or "Loja Ipê" without a text. */
export function useTitle(text?: string): void {
  useEffect(() => {
    document.title = text === undefined ? 'Loja Ipê' : `${text} · Loja Ipê`;
  }, [text]);
}

/**
 * Moves the focus to the heading of a page when the page appears, so that screen readers announce it. The element needs
 * `tabIndex={-1}`.
 */
export function useFocus() {
  const target = useRef<HTMLHeadingElement>(null);
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  return target;
}
