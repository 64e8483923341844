import { clock } from './clock-face.js';
import { html } from './lit.js';

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
/** Banks count days and hours in Brasília, wherever the console is open. */
const timeZone = 'America/Sao_Paulo';
const day = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone,
});
const longDay = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone });
const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone });
const relative = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto', style: 'short' });

/**
 * Formats decimal text as money. Cents stay exact: only the whole part is formatted as a number.
 *
 * @param {string | undefined} valor
 */
export function formatMoney(valor) {
  const [, reais, cents] = /^(\d+)\.(\d{2})$/.exec(valor ?? '') ?? [];
  if (reais === undefined || cents === undefined) return valor ?? '';
  return money.format(BigInt(reais)).replace(/00$/, cents);
}

/** @param {string} text */
export function formatDay(text) {
  return day.format(new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T12:00:00-03:00` : text));
}

/** @param {Date} instant */
export function formatLongDay(instant) {
  return longDay.format(instant);
}

/** @param {string | Date} instant */
export function formatTime(instant) {
  return time.format(new Date(instant));
}

/** @param {string} text */
export function formatInstant(text) {
  return `${formatDay(text)} ${formatTime(text)}`;
}

/** The time, after the day unless that is the day of the simulator's clock. @param {string} text */
export function formatMoment(text) {
  const today = formatDay(new Date(clock.now()).toISOString());
  return formatDay(text) === today ? formatTime(text) : formatInstant(text);
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** @param {number} milliseconds */
export function formatDuration(milliseconds) {
  return milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1_000).toFixed(1).replace('.', ',')} s`;
}

/**
 * Formats an instant relative to the simulator's clock.
 *
 * @param {string} text
 */
function formatAgo(text) {
  const seconds = (Date.parse(text) - clock.now()) / 1_000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (unit === undefined || length === undefined) return seconds > 5 ? 'em instantes' : 'agora';
  return relative.format(Math.trunc(seconds / length), unit);
}

/**
 * An instant shown as relative time, with the exact time on hover.
 *
 * @param {string} text
 */
export function ago(text) {
  return html`<time class="ago" datetime=${text} title=${formatInstant(text)}
    >${formatAgo(text)}</time
  >`;
}
