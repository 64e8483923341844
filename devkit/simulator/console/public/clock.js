import { api } from './api.js';
import { clock } from './clock-face.js';
import { act } from './drawer.js';
import { button, field, segments } from './elements.js';
import { form } from './form.js';
import { formatLongDay, formatTime } from './format.js';
import { head } from './list.js';
import { html } from './lit.js';
import { page } from './page.js';

/** @import { ClockStatus } from '../../control-api/responses.js' */
/** @import { View } from './view.js' */

const RATES = /** @type {const} */ ([
  [0, 'Parado'],
  [1, 'Normal'],
  [60, '1 min = 1 h'],
  [3_600, '1 s = 1 h'],
  [86_400, '1 s = 1 dia'],
]);
const JUMPS = /** @type {const} */ ([
  ['+1 min', 60],
  ['+1 hora', 3_600],
  ['+1 dia', 86_400],
  ['+7 dias', 7 * 86_400],
  ['+30 dias', 30 * 86_400],
]);

/**
 * Shows and sets the simulator's clock, which determines expiry, due dates, retries and repeated deliveries.
 *
 * @type {View<undefined>}
 */
export const clockView = {
  id: 'relogio',
  topic: 'clock',
  title: 'Relógio',

  render() {
    const instant = new Date(clock.now());
    return html`<section class="view">
      ${head('Relógio')}
      <p class="lead">
        Expiração, vencimento, multa e juros, retentativas e reenvios de webhooks seguem este
        relógio. Ao avançar, tudo o que vence no intervalo acontece na ordem certa. A sua aplicação
        tem o próprio relógio: ela sabe do que mudou quando lê a cobrança ou recebe um webhook.
      </p>
      <div class="panel clock-panel">
        <time class="face" datetime=${instant.toISOString()}>${formatTime(instant)}</time>
        <p class="face-day">${formatLongDay(instant)}, horário de Brasília</p>
        <p class="face-drift">${driftText(instant.getTime() - Date.now())}</p>
      </div>
      <div class="panels">
        <div class="panel">
          <h2>Avançar</h2>
          <div class="buttons">${JUMPS.map(jump)}</div>
        </div>
        <div class="panel">
          <h2>Velocidade</h2>
          ${segments('Velocidade', RATES, clock.rate, (rate) => act(() => showClock(setRate(rate))))}
        </div>
        <div class="panel">
          <h2>Acertar</h2>
          ${setForm()}
        </div>
      </div>
    </section>`;
  },
};

/** @param {number} rate */
function setRate(rate) {
  return api.setClock({ rate });
}

/** @param {(typeof JUMPS)[number]} jump */
function jump([label, seconds]) {
  const advance = () => showClock(api.advanceClock(seconds));
  return button(label, () => act(advance, `Relógio avançado: ${label}.`));
}

/**
 * Shows the clock of a response, before the next status event.
 *
 * @param {Promise<ClockStatus>} response
 */
async function showClock(response) {
  clock.set(await response);
  page.update();
}

function setForm() {
  const back = () => showClock(api.resetClock().then(() => api.clock()));
  return form(
    ({ now = '' }, send) =>
      send(
        () => showClock(api.setClock({ now: new Date(`${now}-03:00`).toISOString() })),
        'Relógio acertado.',
      ),
    'Acertar',
    field(
      'Dia e hora de Brasília',
      html`<input type="datetime-local" name="now" step="1" required />`,
    ),
    button('Voltar à hora real', () => act(back, 'Relógio na hora real.'), { kind: 'quiet' }),
  );
}

/** @param {number} milliseconds */
function driftText(milliseconds) {
  const seconds = Math.round(Math.abs(milliseconds) / 1_000);
  if (seconds < 2) return 'na hora do computador';
  const text = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ]
    .filter(([value]) => value !== 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
  return milliseconds > 0 ? `${text} à frente do computador` : `${text} atrás do computador`;
}
