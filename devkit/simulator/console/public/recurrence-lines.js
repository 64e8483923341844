import { api } from './api.js';
import { act } from './drawer.js';
import { button, pill } from './elements.js';
import { formatDay, formatMoney } from './format.js';
import { attemptList } from './list.js';
import { html, nothing } from './lit.js';

/** @import { RecurrenceEntry } from '../../control-api/responses.js' */

const OPEN_ATTEMPTS = new Set(['SOLICITADA', 'AGENDADA']);
const OPEN_REQUESTS = new Set(['CRIADA', 'ENVIADA', 'RECEBIDA']);
/** @type {Readonly<Record<string, string>>} */
const TONES = { PAGA: 'good', REJEITADA: 'bad', EXPIRADA: 'bad' };

/**
 * Returns a function that performs an action of the payer.
 *
 * @param {string} path
 * @param {string} done
 * @param {object} [body]
 */
export function payer(path, done, body) {
  return () => act(() => api.act(path, body), done);
}

/**
 * A request for the payer's confirmation.
 *
 * @param {NonNullable<RecurrenceEntry['rec']['solicitacao']>[number]} solicitacao
 */
export function request({ idSolicRec, status, destinatario }) {
  const ispb = destinatario?.ispbParticipante;
  const path = `/solicrecs/${idSolicRec}`;
  const answers = html`${button('Aceitar', payer(`${path}/accept`, 'Pedido aceito.'), {
    kind: 'small',
  })}${button('Recusar', payer(`${path}/reject`, 'Pedido recusado.'), { kind: 'small quiet' })}`;
  return html`<li>
    ${pill(status)}
    <span>pedido de confirmação <code>${idSolicRec}</code></span>
    ${ispb ? html`<span>para ${ispb}</span>` : nothing}
    ${OPEN_REQUESTS.has(status) ? answers : nothing}
  </li>`;
}

/**
 * A charge of a recurrence, with its attempts.
 *
 * @param {RecurrenceEntry['cobrancas'][number]} cobr
 */
export function charge({ txid, status, valor, calendario, tentativas = [] }) {
  const isOpen = tentativas.some((attempt) => OPEN_ATTEMPTS.has(attempt.status));
  const settle = (/** @type {string} */ outcome, /** @type {string} */ done) =>
    payer(`/cobrs/${txid}/settle`, done, { status: outcome });
  const ends = html`${button('Liquidar', settle('PAGA', 'Tentativa paga.'), {
    kind: 'small',
  })}${button('Rejeitar', settle('REJEITADA', 'Tentativa rejeitada.'), { kind: 'small quiet' })}`;
  return html`<li>
    ${pill(status)}<strong>${formatMoney(valor.original)}</strong>
    <span>vence ${formatDay(calendario.dataDeVencimento)}</span>
    <code>${txid}</code>
    ${isOpen ? ends : nothing} ${attemptList(tentativas.map(attempt))}
  </li>`;
}

/** @param {NonNullable<RecurrenceEntry['cobrancas'][number]['tentativas']>[number]} tentativa */
function attempt({ dataLiquidacao, status, rejeicao }) {
  return {
    tone: TONES[status] ?? 'waiting',
    label: [status.toLowerCase(), rejeicao?.codigo].filter(Boolean).join(' '),
    at: dataLiquidacao,
    text: formatDay(dataLiquidacao),
    title: rejeicao?.descricao,
  };
}
