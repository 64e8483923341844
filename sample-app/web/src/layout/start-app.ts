import { type ComponentChild, render } from 'preact';

/** Replaces what the HTML shows without scripts by the application. */
export function startApp(app: ComponentChild): void {
  const root = document.querySelector('#app');
  if (!root) return;
  reloadAfterDeployment();
  root.replaceChildren();
  render(app, root);
}

/**
 * Loads the page again when one of its parts cannot be loaded: after a deployment, the server has no longer the parts of
 * an open page. Once for each entry of the history, so that a part that stays missing does not repeat it forever.
 */
function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', () => {
    if (history.state === 'reloaded') return;
    history.replaceState('reloaded', '');
    location.reload();
  });
}
