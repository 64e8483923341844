import { callSteps, callTone } from './call.js';
import { deliverySteps, describeEvent, nextAttempt } from './delivery.js';
import { pill } from './elements.js';
import { formatDuration, formatInstant, formatMoment, formatMoney } from './format.js';
import { html, nothing, repeat } from './lit.js';

/** @import { TimelineEntry } from '../../control-api/timeline.js' */
/** @import { Content } from './lit.js' */

/** Everything that happened to a charge, oldest first. @param {TimelineEntry[]} entries */
export function timeline(entries) {
  return html`<section aria-labelledby="timeline-title">
    <h3 id="timeline-title">Linha do tempo</h3>
    <ol class="timeline">
      ${repeat(entries, getKey, (entry) => {
        const { tone, title, content = nothing } = describeEntry(entry);
        return html`<li class=${tone}>
          <time datetime=${entry.at} title=${formatInstant(entry.at)}
            >${formatMoment(entry.at)}</time
          >
          <div>
            <p class="timeline-title">${title}</p>
            ${content}
          </div>
        </li>`;
      })}
    </ol>
  </section>`;
}

/** @param {TimelineEntry} entry */
function getKey(entry) {
  switch (entry.kind) {
    case 'call':
      return `call ${entry.call.id}`;
    case 'payment':
      return entry.pix.endToEndId;
    case 'refund':
      return `${entry.devolucao.rtrId} ${entry.ended}`;
    case 'delivery':
      return `delivery ${entry.delivery.id}`;
    default:
      return entry.kind;
  }
}

/**
 * @param {TimelineEntry} entry
 * @returns {{ tone: string, title: Content, content?: Content }}
 */
function describeEntry(entry) {
  switch (entry.kind) {
    case 'created':
      return { tone: 'wait', title: 'Criada' };
    case 'expired':
      return { tone: 'off', title: 'Expirou' };
    case 'call':
      return describeCall(entry.call);
    case 'payment':
      return {
        tone: 'good',
        title: `Pix de ${formatMoney(entry.pix.valor)} recebido`,
        content: html`<code>${entry.pix.endToEndId}</code>`,
      };
    case 'refund':
      return describeRefund(entry);
    case 'delivery':
      return describeDelivery(entry.delivery);
  }
}

/** @param {Extract<TimelineEntry, { kind: 'call' }>['call']} call */
function describeCall(call) {
  const { method, path, status, duration, operation } = call;
  const name = operation?.startsWith('payload.') ? 'Payload lido' : `${method} ${path}`;
  return {
    tone: callTone(status),
    title: html`${name} <span class="pill ${callTone(status)}">${status}</span>
      <small>em ${formatDuration(duration)}</small>`,
    content: callSteps(call),
  };
}

/** @param {Extract<TimelineEntry, { kind: 'refund' }>} entry */
function describeRefund({ devolucao: { id, valor, status }, ended }) {
  const amount = formatMoney(valor);
  return {
    tone: ended && status === 'NAO_REALIZADO' ? 'bad' : ended ? 'good' : 'wait',
    title: ended
      ? html`Devolução de ${amount} ${pill(status)}`
      : `Devolução de ${amount} solicitada`,
    content: html`<code>${id}</code>`,
  };
}

/** @param {Extract<TimelineEntry, { kind: 'delivery' }>['delivery']} delivery */
function describeDelivery(delivery) {
  const { url, state } = delivery;
  const tones = { pending: 'wait', delivered: 'good', failed: 'bad' };
  return {
    tone: tones[state],
    title: html`Webhook: ${describeEvent(delivery)} ${pill(state)}`,
    content: html`<p class="row-note"><code>${url}</code>${nextAttempt(delivery)}</p>
      ${deliverySteps(delivery)}`,
  };
}
