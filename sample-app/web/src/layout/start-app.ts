import { type ComponentChild, render } from 'preact';

/** Replaces what the HTML shows without scripts by the application. */
export function startApp(app: ComponentChild): void {
  const root = document.querySelector('#app');
  if (!root) return;
  root.replaceChildren();
  render(app, root);
}
