import { act } from './drawer.js';
import { whileBusy } from './elements.js';
import { checkFields, clearError, showViolations } from './field-errors.js';
import { html, nothing } from './lit.js';

/** @import { Content } from './lit.js' */

/**
 * Runs an action as `act` does, but shows the violations of its answer at the fields.
 *
 * @typedef {<T>(work: () => T | Promise<T>, done?: string | ((result: T) => string)) => Promise<T | undefined>} Send
 */

/**
 * A form that calls `work` with its named values, without empty values, when its fields are right.
 *
 * @param {(values: Record<string, string | undefined>, send: Send) => unknown} work
 * @param {string} label of the button that submits it
 * @param {Content} content
 * @param {Content} [end] shown after that button
 */
export function form(work, label, content, end = nothing) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const element = /** @type {HTMLFormElement} */ (event.currentTarget);
    if (!checkFields(element)) return undefined;
    const button = element.querySelector('button[type="submit"]');
    /** @type {Send} */
    const send = (task, done) => act(task, done, (error) => showViolations(element, error));
    return whileBusy(/** @type {HTMLButtonElement} */ (button), () =>
      work(readValues(element), send),
    );
  };
  const changed = (/** @type {Event} */ { target }) => clearError(target);
  return html`<form class="form" novalidate @submit=${submit} @input=${changed}>
    ${content}
    <div class="form-end"><button type="submit" class="button primary">${label}</button>${end}</div>
  </form>`;
}

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, string | undefined>} values by name; `true` for a checked box
 */
function readValues(form) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    if (!control.name || control.closest('[hidden]')) continue;
    const isBox = control instanceof HTMLInputElement && control.type === 'checkbox';
    const value = isBox ? (control.checked ? 'true' : '') : control.value.trim();
    if (value !== '') values[control.name] = value;
  }
  return values;
}

/**
 * Converts an amount as typed, `37,00` or `1.037,5`, to decimal text.
 *
 * @param {string | undefined} text
 */
export function decimal(text) {
  if (text === undefined) return undefined;
  const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
  const [, reais, cents = ''] = /^0*(\d+)(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  return reais === undefined ? text : `${reais}.${cents.padEnd(2, '0')}`;
}
