/* global document, scrollTo */

/** Returns the element with an id. */
export const $ = (id) => document.getElementById(id);

/** Copies the first element of a template. */
export const clone = (id) => $(id).content.firstElementChild.cloneNode(true);

/** Shows one view of the page: `shop` or `payment`. */
export function view(name) {
  $('shop').hidden = name !== 'shop';
  $('payment').hidden = name !== 'payment';
  scrollTo({ top: 0 });
}

/** Shows a message in an alert, or hides the alert. */
export function alertIn(id, message) {
  $(id).textContent = message ?? '';
  $(id).hidden = message === undefined;
}

/** Runs the action of a button. Marks the button as busy and shows an error next to it. */
export async function during(button, alertId, action) {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  alertIn(alertId);
  try {
    await action();
  } catch (error) {
    alertIn(alertId, error.message);
  } finally {
    button.removeAttribute('aria-busy');
  }
}
