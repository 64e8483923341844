import { api } from './api.js';
import { clock } from './clock-face.js';
import { button, h } from './dom.js';
import { formatTime } from './format.js';
import { act, field, form } from './ui.js';

const RATES = [
  [0, 'Parado'],
  [1, 'Normal'],
  [60, '1 min = 1 h'],
  [3_600, '1 s = 1 h'],
  [86_400, '1 s = 1 dia'],
];
const JUMPS = [
  ['+1 min', 60],
  ['+1 hora', 3_600],
  ['+1 dia', 86_400],
  ['+7 dias', 7 * 86_400],
  ['+30 dias', 30 * 86_400],
];
const longDay = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full' });

let face;
let date;
let drift;
let rates;

/** The simulator's time: expiry, due dates, retries and repeated deliveries all follow it. */
export const clockView = {
  id: 'relogio',
  topic: 'clock',
  title: 'Relógio',

  open() {
    face = h('time', { class: 'face' });
    date = h('p', { class: 'face-day' });
    drift = h('p', { class: 'face-drift' });
    rates = h('div', { class: 'segments', role: 'group', 'aria-label': 'Velocidade' });
    for (const [value, label] of RATES) {
      rates.append(
        h(
          'button',
          {
            type: 'button',
            'data-rate': value,
            onclick: () => act(() => told(api.put('/clock', { rate: value }))),
          },
          label,
        ),
      );
    }
    return h(
      'section',
      { class: 'view' },
      h('header', { class: 'head' }, h('h1', {}, 'Relógio')),
      h(
        'p',
        { class: 'lead' },
        'Expiração, vencimento, multa e juros, retentativas e reenvios de webhooks seguem este relógio. Avançar faz acontecer, em ordem, tudo o que venceria no caminho.',
      ),
      h('div', { class: 'panel clock-panel' }, face, date, drift),
      h(
        'div',
        { class: 'panels' },
        h(
          'div',
          { class: 'panel' },
          h('h2', {}, 'Avançar'),
          h('div', { class: 'buttons' }, JUMPS.map(jump)),
        ),
        h('div', { class: 'panel' }, h('h2', {}, 'Velocidade'), rates),
        h('div', { class: 'panel' }, h('h2', {}, 'Acertar'), setForm()),
      ),
    );
  },

  tick(instant) {
    face.textContent = formatTime(instant);
    face.dateTime = instant.toISOString();
    date.textContent = longDay.format(instant);
    drift.textContent = driftText(instant.getTime() - Date.now());
    for (const option of rates.children) {
      option.setAttribute('aria-pressed', String(Number(option.dataset.rate) === clock.rate));
    }
  },
};

function jump([label, seconds]) {
  return button(
    label,
    () => act(() => told(api.post('/clock/advance', { seconds })), `Relógio avançado: ${label}.`),
    { kind: 'plain' },
  );
}

/** The clock as it is from now on, shown before the next event tells it. */
async function told(answer) {
  const value = await answer;
  if (value) clock.tell(value);
}

function setForm() {
  const set = form(
    ({ now }) =>
      act(() => told(api.put('/clock', { now: new Date(now).toISOString() })), 'Relógio acertado.'),
    'Acertar',
    field(
      'Dia e hora',
      h('input', { type: 'datetime-local', name: 'now', step: '1', required: true }),
    ),
  );
  set
    .querySelector('.form-end')
    .append(
      button(
        'Voltar à hora real',
        () => act(() => told(api.remove('/clock').then(() => api.get('/clock'))), 'Na hora real.'),
        { kind: 'quiet' },
      ),
    );
  return set;
}

function driftText(milliseconds) {
  const seconds = Math.round(Math.abs(milliseconds) / 1_000);
  if (seconds < 2) return 'na hora da máquina';
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ].filter(([value]) => value > 0);
  const text = parts.map(([value, unit]) => `${value} ${unit}`).join(' ');
  return milliseconds > 0 ? `${text} adiante da máquina` : `${text} atrás da máquina`;
}
