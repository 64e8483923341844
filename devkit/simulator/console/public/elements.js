import { getAddress } from './address.js';
import { html, nothing } from './lit.js';
import { page } from './page.js';

/** @import { Content, Template } from './lit.js' */

/** @type {Readonly<Record<string, [label: string, tone: string]>>} */
const LABELS = {
  ATIVA: ['Ativa', 'wait'],
  CONCLUIDA: ['Concluída', 'good'],
  REMOVIDA_PELO_USUARIO_RECEBEDOR: ['Removida', 'off'],
  REMOVIDA_PELO_PSP: ['Removida pelo PSP', 'off'],
  EXPIRADA: ['Expirada', 'off'],
  CRIADA: ['Criada', 'wait'],
  ENVIADA: ['Enviada', 'wait'],
  RECEBIDA: ['Recebida', 'wait'],
  APROVADA: ['Aprovada', 'good'],
  ACEITA: ['Aceita', 'good'],
  REJEITADA: ['Rejeitada', 'bad'],
  CANCELADA: ['Cancelada', 'off'],
  SOLICITADA: ['Solicitada', 'wait'],
  AGENDADA: ['Agendada', 'wait'],
  LIQUIDADA: ['Liquidada', 'good'],
  PAGA: ['Paga', 'good'],
  EM_PROCESSAMENTO: ['Em processamento', 'wait'],
  DEVOLVIDO: ['Devolvido', 'good'],
  NAO_REALIZADO: ['Não realizado', 'bad'],
  pending: ['Pendente', 'wait'],
  delivered: ['Entregue', 'good'],
  failed: ['Falhou', 'bad'],
};

/**
 * A status with its label and color.
 *
 * @param {string} status
 */
export function pill(status) {
  const [label, tone] = LABELS[status] ?? [status, 'off'];
  return html`<span class="pill ${tone}">${label}</span>`;
}

/**
 * Returns the text of a status.
 *
 * @param {string} status
 */
export function getLabel(status) {
  return LABELS[status]?.[0] ?? status;
}

/** @param {string} name */
export function icon(name) {
  return html`<svg aria-hidden="true"><use href="#i-${name}"></use></svg>`;
}

/**
 * A button that is disabled while its action runs, so that a second click has no effect.
 *
 * @param {string} label
 * @param {() => unknown} work
 * @param {{ kind?: string, icon?: string }} [looks]
 */
export function button(label, work, { kind = 'plain', icon: name } = {}) {
  return html`<button
    type="button"
    class="button ${kind}"
    @click=${(/** @type {MouseEvent} */ event) => {
      // The click must not also open the row that contains the button.
      event.stopPropagation();
      return whileBusy(/** @type {HTMLButtonElement} */ (event.currentTarget), work);
    }}
  >
    ${name === undefined ? nothing : icon(name)}<span>${label}</span>
  </button>`;
}

/**
 * A group of buttons of which one is selected.
 *
 * @template T
 * @param {string} label
 * @param {readonly (readonly [value: T, label: string])[]} options
 * @param {T} chosen
 * @param {(value: T) => unknown} choose
 */
export function segments(label, options, chosen, choose) {
  return html`<div class="segments" role="group" aria-label=${label}>
    ${options.map(
      ([value, text]) =>
        html`<button
          type="button"
          aria-pressed=${String(value === chosen)}
          @click=${() => choose(value)}
        >
          ${text}
        </button>`,
    )}
  </div>`;
}

/**
 * Disables a button while its action runs. A disabled button loses the focus: it gets it back, unless it has moved on.
 *
 * @param {HTMLButtonElement} element
 * @param {() => unknown} work
 */
export async function whileBusy(element, work) {
  element.disabled = true;
  try {
    await work();
  } finally {
    element.disabled = false;
    if (document.activeElement === document.body) element.focus();
  }
}

const LINKED = new Set(['cob', 'cobv', 'rec', 'cobr']);

/**
 * The id of a record, as a link if the drawer shows records of its kind.
 *
 * @param {string} kind
 * @param {string} id
 */
export function recordId(kind, id) {
  const code = html`<code>${id}</code>`;
  return LINKED.has(kind) ? html`<a href=${getAddress(kind, id)}>${code}</a>` : code;
}

/**
 * A link to the same record in the application under test, if its address is known.
 *
 * @param {string} id txid or idRec
 */
export function applicationLink(id) {
  const { applicationUrl } = page;
  if (applicationUrl === undefined) return nothing;
  const href = applicationUrl.replaceAll('{id}', id);
  return html`<p><a href=${href} target="_blank" rel="noopener">Abrir na aplicação</a></p>`;
}

/**
 * The content of an empty list.
 *
 * @param {string} iconName
 * @param {string} title
 * @param {string} text
 * @param {Content} [more]
 */
export function emptyState(iconName, title, text, more = nothing) {
  return html`<div class="empty">
    <span class="empty-icon">${icon(iconName)}</span>
    <h2>${title}</h2>
    <p>${text}</p>
    ${more}
  </div>`;
}

/**
 * The JSON of a record, or a text, collapsed.
 *
 * @param {unknown} value
 */
export function rawJson(value, summary = 'JSON') {
  return html`<details class="raw">
    <summary>${summary}</summary>
    <pre tabindex="0">
${typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}</pre>
  </details>`;
}

/**
 * A list of names and values, without empty values.
 *
 * @param {[name: string, value: Content][]} pairs
 */
export function facts(pairs) {
  const present = pairs.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl class="facts">
    ${present.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/**
 * A field with its label.
 *
 * @param {string} label
 * @param {Template} control
 * @param {{ hint?: string, hidden?: boolean }} [options]
 */
export function field(label, control, { hint, hidden = false } = {}) {
  return html`<div class="field" ?hidden=${hidden}>
    <label><span>${label}</span>${control}${hint ? html`<small>${hint}</small>` : nothing}</label>
    <p class="field-error" role="alert"></p>
  </div>`;
}

/**
 * @param {readonly (readonly [value: string, label: string])[]} pairs
 * @param {string} [chosen]
 */
export function options(pairs, chosen) {
  return pairs.map(
    ([value, label]) =>
      html`<option value=${value} ?selected=${value === chosen}>${label}</option>`,
  );
}

/** Milliseconds between the last key and the search. */
const SEARCH_DELAY = 200;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

/**
 * A field that searches when the typing has paused.
 *
 * @param {string} label
 * @param {string} placeholder
 * @param {string} value
 * @param {(text: string) => unknown} work
 */
export function searchField(label, placeholder, value, work) {
  const typed = (/** @type {InputEvent} */ { currentTarget }) => {
    const input = /** @type {HTMLInputElement} */ (currentTarget);
    clearTimeout(typing);
    typing = setTimeout(() => work(input.value.trim()), SEARCH_DELAY);
  };
  return html`<label class="search"
    >${icon('search')}<input
      type="search"
      value=${value}
      placeholder=${placeholder}
      aria-label=${label}
      @input=${typed}
  /></label>`;
}
