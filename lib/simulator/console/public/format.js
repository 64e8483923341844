/* global document */
import { clock } from './clock-face.js';
import { h } from './dom.js';

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const day = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' });
const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto', style: 'short' });

/** Decimal text as money. Cents stay exact: the whole part alone goes through a number's grouping. */
export function formatMoney(valor) {
  const [, reais, cents] = /^(\d+)\.(\d{2})$/.exec(valor ?? '') ?? [];
  if (reais === undefined) return valor ?? '';
  return money.format(BigInt(reais)).replace(/00$/, cents);
}

export function formatDay(text) {
  // A calendar date has no zone: it is read as noon, so that none moves it.
  return day.format(new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T12:00:00` : text));
}

export function formatTime(text) {
  return time.format(new Date(text));
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago, or in how long, by the simulator's clock. */
function formatAgo(text) {
  const seconds = (Date.parse(text) - clock.now()) / 1_000;
  if (Math.abs(seconds) < 60) return seconds > 5 ? 'em instantes' : 'agora';
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return relative.format(Math.trunc(seconds / length), unit);
}

/** An instant that is told as long ago, and says exactly when on hover. */
export function ago(text) {
  const title = `${formatDay(text)} ${formatTime(text)}`;
  return h('time', { class: 'ago', datetime: text, title }, formatAgo(text));
}

/** Brings what is told as long ago up to date. */
export function refreshAgo() {
  for (const element of document.querySelectorAll('time.ago')) {
    const text = formatAgo(element.getAttribute('datetime'));
    if (element.textContent !== text) element.textContent = text;
  }
}
