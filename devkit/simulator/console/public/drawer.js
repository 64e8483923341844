import { button, icon } from './elements.js';
import { formatTime } from './format.js';
import { html, keyed, nothing, render, repeat } from './lit.js';
import { page } from './page.js';

/** @import { Content } from './lit.js' */

/** Milliseconds for which a toast is shown. */
const TOAST_TIME = { good: 3_500, bad: 7_000 };

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('drawer'));
const inside = /** @type {HTMLElement} */ (document.getElementById('drawer-content'));
const toastList = /** @type {HTMLElement} */ (document.getElementById('toasts'));

/**
 * The open panel. Each opening creates a new object, so that no elements of the previous panel are reused.
 *
 * @type {{ title: string, content: () => Content, onclose?: (() => void) | undefined } | undefined}
 */
let opened;
/** @type {{ text: string, tone: 'good' | 'bad' }[]} */
let toasts = [];

/**
 * Opens a panel next to the page.
 *
 * @param {string} title
 * @param {() => Content} content rendered again with the page
 * @param {() => void} [onclose]
 */
export function openDrawer(title, content, onclose) {
  opened?.onclose?.();
  opened = { title, content, onclose };
  renderDrawer();
  if (!dialog.open) dialog.showModal();
  placeToasts();
}

export function renderDrawer() {
  if (opened === undefined) return;
  const { title, content } = opened;
  const head = html`<header class="drawer-head">
    <h2 id="drawer-title">${title}</h2>
    <button type="button" class="icon-button" aria-label="Fechar" @click=${closeDrawer}>
      ${icon('close')}
    </button>
  </header>`;
  const body = html`<div class="drawer-body">${content()}</div>`;
  render(html`${head}${awayNote()}${keyed(opened, body)}`, inside);
}

/** Says that the simulator does not answer: on the page, and in the drawer, which may cover the page. */
export function awayNote() {
  const { awaySince } = page;
  if (awaySince === undefined) return nothing;
  return html`<p class="away" role="alert">
    O banco simulado não responde desde ${formatTime(awaySince)} (hora real). A tela mostra o último
    estado e se atualiza sozinha quando ele voltar. Se voltar em outro endereço, veja o terminal.
  </p>`;
}

export function closeDrawer() {
  const closed = opened;
  opened = undefined;
  closed?.onclose?.();
  dialog.close();
  placeToasts();
}

// Escape: closed at once, because the event after a close arrives when another drawer may be open.
dialog.addEventListener('cancel', (event) => {
  event.preventDefault();
  closeDrawer();
});
dialog.addEventListener('close', () => {
  if (!dialog.open) closeDrawer();
});

/** Moves the toasts into the open dialog, because all other content is inert. */
function placeToasts() {
  const parent = dialog.open ? dialog : document.body;
  if (toastList.parentElement !== parent) parent.append(toastList);
}

function renderToasts() {
  const toast = (/** @type {{ text: string, tone: 'good' | 'bad' }} */ { text, tone }) =>
    html`<p class="toast ${tone}">${icon(tone === 'good' ? 'check' : 'fault')}${text}</p>`;
  render(
    repeat(toasts, (each) => each, toast),
    toastList,
  );
}

/**
 * @param {string} text
 * @param {'good' | 'bad'} tone
 */
function showToast(text, tone) {
  const toast = { text, tone };
  toasts = [...toasts.filter((other) => other.text !== text), toast];
  renderToasts();
  setTimeout(() => {
    toasts = toasts.filter((other) => other !== toast);
    renderToasts();
  }, TOAST_TIME[tone]);
}

/**
 * Runs an action and shows a toast with its result or error.
 *
 * @template T
 * @param {() => T | Promise<T>} work
 * @param {string | ((result: T) => string)} [done]
 * @param {(error: unknown) => boolean} [show] shows an error elsewhere; returns whether it did
 * @returns {Promise<T | undefined>} `undefined` when it failed
 */
export async function act(work, done, show) {
  try {
    const result = await work();
    if (done) showToast(typeof done === 'function' ? done(result) : done, 'good');
    return result;
  } catch (error) {
    if (show?.(error)) return undefined;
    showToast(error instanceof Error ? error.message : String(error), 'bad');
    return undefined;
  }
}

/**
 * @param {string} text
 * @param {string} [label]
 * @param {string} [kind]
 */
export function copyButton(text, label = 'Copiar', kind = 'quiet') {
  const copy = () => act(() => navigator.clipboard.writeText(text), 'Copiado.');
  return button(label, copy, { kind, icon: 'copy' });
}
