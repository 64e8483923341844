import { button, icon } from './elements.js';
import { html, nothing, repeat } from './lit.js';

/** @import { Content, Template } from './lit.js' */

/** @type {Readonly<Record<string, string>>} */
const ICONS = { good: 'check', bad: 'close' };

/** Number of entries that a list shows first, and that each click adds. */
export const PAGE = 50;

/**
 * A list of rows, the content of an empty list, and the button that shows more. Rows keep their elements by key, so that
 * focus and open details survive an update.
 *
 * @template T
 * @param {readonly T[] | undefined} items `undefined` until they are loaded
 * @param {(item: T) => string | number} key
 * @param {(item: T) => Template} row
 * @param {() => Template} empty
 * @param {Content} [foot]
 */
export function list(items, key, row, empty, foot = nothing) {
  const none = items !== undefined && items.length === 0;
  return html`<ul class="rows" ?hidden=${!items?.length}>
      ${repeat(items ?? [], key, row)}
    </ul>
    <div>${none ? empty() : nothing}</div>
    <div class="foot">${foot}</div>`;
}

/** @param {() => unknown} more */
export function moreButton(more) {
  return button('Mostrar mais', more);
}

/**
 * Renders the heading of a view and the content after it.
 *
 * @param {string} title
 * @param {Content} [actions]
 */
export function head(title, actions = nothing) {
  return html`<header class="head">
    <h1>${title}</h1>
    ${actions}
  </header>`;
}

/**
 * A list of attempts.
 *
 * @param {{ tone: string, label: string, at: string, text: string, title?: string | undefined }[]} attempts
 */
export function attemptList(attempts) {
  if (attempts.length === 0) return nothing;
  return html`<ol class="attempts">
    ${attempts.map(
      ({ tone, label, at, text, title }) =>
        html`<li class=${tone} title=${title ?? nothing}>
          ${icon(ICONS[tone] ?? 'clock')}<b>${label}</b><time datetime=${at}>${text}</time>
        </li>`,
    )}
  </ol>`;
}
