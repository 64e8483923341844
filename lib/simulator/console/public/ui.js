/* global document, navigator, setTimeout */
import { button, h, icon } from './dom.js';

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

/** A state, in words and colour. */
export function pill(status) {
  const [label, tone] = LABELS[status] ?? [status, 'off'];
  return h('span', { class: `pill ${tone}` }, label);
}

/** Where toasts stand: within the drawer while it is open, since all else is behind it and inert. */
function toasts() {
  const element = document.getElementById('toasts');
  const place = drawer().open ? drawer() : document.body;
  if (element.parentElement !== place) place.append(element);
  return element;
}

function toast(text, tone = 'good') {
  const element = h(
    'p',
    { class: `toast ${tone}` },
    icon(tone === 'good' ? 'check' : 'fault'),
    text,
  );
  toasts().append(element);
  setTimeout(() => element.remove(), tone === 'good' ? 3_500 : 7_000);
}

/** Does something, says that it is done, or what was said against it. */
export async function act(work, done) {
  try {
    const result = await work();
    if (done) toast(typeof done === 'function' ? done(result) : done);
    return result;
  } catch (error) {
    toast(error.message, 'bad');
    return undefined;
  }
}

export function copyButton(text, label = 'Copiar') {
  return button(label, () => act(() => navigator.clipboard.writeText(text), 'Copiado.'), {
    kind: 'quiet',
    icon: 'copy',
  });
}

/** JSON as it goes over the wire, to be opened. */
export function rawJson(value, summary = 'JSON') {
  return h(
    'details',
    { class: 'raw', 'data-open': summary },
    h('summary', {}, summary),
    h('pre', { tabindex: '0' }, JSON.stringify(value, undefined, 2)),
  );
}

/** Pairs of a name and what it is. */
export function facts(pairs) {
  return h(
    'dl',
    { class: 'facts' },
    pairs
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );
}

const drawer = () => document.getElementById('drawer');

/** Shows something of its own beside the page, until it is closed. */
export function openDrawer(title, content, { onclose } = {}) {
  const dialog = drawer();
  fillDrawer(title, content);
  dialog.onclose = () => {
    toasts();
    onclose?.();
  };
  if (!dialog.open) dialog.showModal();
}

export function fillDrawer(title, content) {
  const close = h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': 'Fechar', onclick: closeDrawer },
    icon('close'),
  );
  drawer().replaceChildren(
    h('header', { class: 'drawer-head' }, h('h2', { id: 'drawer-title' }, title), close),
    h('div', { class: 'drawer-body' }, content),
    ...drawer().querySelectorAll('#toasts'),
  );
}

export function closeDrawer() {
  drawer().close();
}

/** A field with its label. */
export function field(label, control, hint) {
  return h(
    'label',
    { class: 'field' },
    h('span', {}, label),
    control,
    hint && h('small', {}, hint),
  );
}

/** A form whose submission is `work` on its named values, those left empty left out. */
export function form(work, submit, ...children) {
  const send = h('button', { type: 'submit', class: 'button primary' }, submit);
  const element = h('form', { class: 'form' }, ...children, h('div', { class: 'form-end' }, send));
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = {};
    for (const control of element.elements) {
      if (!control.name || control.closest('[hidden]')) continue;
      const value = control.type === 'checkbox' ? control.checked : control.value.trim();
      if (value !== '' && value !== false) values[control.name] = value;
    }
    send.disabled = true;
    try {
      await work(values);
    } finally {
      send.disabled = false;
    }
  });
  return element;
}

/** Money as people type it, `37,00` or `1.037,5`, as decimal text. */
export function decimal(text) {
  if (text === undefined) return undefined;
  const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
  const [, reais, cents = ''] = /^0*(\d+)(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  return reais === undefined ? text : `${reais}.${cents.padEnd(2, '0')}`;
}
