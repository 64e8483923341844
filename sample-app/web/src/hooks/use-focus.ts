import { useEffect, useRef } from 'preact/hooks';

/**
 * Moves the focus to the heading of a page when the page appears, so that screen readers announce it. The element needs
 * `tabIndex={-1}`.
 */
export function useFocus<T extends HTMLElement>() {
  const target = useRef<T>(null);
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  return target;
}
