/** @import { ChargeDetail, ChargeList, ClockStatus, DeliveryList, FaultList, PaymentList, RecurrenceEntry, RecurrenceList, RequestList, ScenarioList, WebhookList } from '../../control-api/responses.js' */
/** @import { SimulatorInfo } from '../../control-api/system.routes.js' */
/** @import { ChangedEvent, StatusEvent } from '../event-stream.js' */
/** @import { ScenarioResult } from '../../control/scenarios/scenarios.js' */
/** @import { FaultRule } from '../../faults/rules.js' */
/** @import { Devolucao, Pix } from 'nestjs-pix' */

/** Milliseconds until a connection that the simulator refused is tried again. */
const RECONNECT = 3_000;

/** An error response of the simulator. */
class RequestError extends Error {
  /** @param {{ detail: string, status?: number, violacoes?: { razao: string, propriedade?: string }[] }} problem */
  constructor({ detail, status, violacoes = [] }) {
    super(violacoes.length > 0 ? violacoes.map(({ razao }) => razao).join('; ') : detail);
    this.status = status;
    this.violacoes = violacoes;
  }
}

/** @param {Error} error */
export function isNotFound(error) {
  return error instanceof RequestError && error.status === 404;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>} the response, as the control API declares it
 */
async function call(method, path, body) {
  const response = await fetch(`/simulator${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new RequestError({ detail: 'O simulador não responde.' });
  });
  if (response.status === 204) return undefined;
  const answer = await response.json();
  if (response.ok) return answer;
  throw new RequestError(answer);
}

/** The operations of the control API that the console calls. */
export const api = {
  /** @returns {Promise<SimulatorInfo>} */
  info: () => call('GET', '/'),

  /** @param {URLSearchParams} query @returns {Promise<ChargeList>} */
  charges: (query) => call('GET', `/charges?${query}`),
  /** @param {string} txid @returns {Promise<ChargeDetail>} */
  charge: (txid) => call('GET', `/charges/${txid}`),
  /** @param {object} cob @returns {Promise<unknown>} */
  createCharge: (cob) => call('POST', '/charges', cob),
  /** @param {string} txid @param {object} options @returns {Promise<Pix>} */
  payCharge: (txid, options) => call('POST', `/charges/${txid}/pay`, options),
  /** @param {string} txid @returns {Promise<void>} */
  removeCharge: (txid) => call('POST', `/charges/${txid}/remove`),

  /** @param {number} limit @returns {Promise<PaymentList>} */
  payments: (limit) => call('GET', `/pix?limit=${limit}`),
  /** @param {object} payment @returns {Promise<Pix>} */
  pay: (payment) => call('POST', '/pix', payment),
  /** @param {string} e2eid @param {string} id @param {string} status @returns {Promise<unknown>} */
  settleRefund: (e2eid, id, status) => call('PUT', `/pix/${e2eid}/devolucao/${id}`, { status }),

  /** Requests a refund: of an amount, or of the rest. @param {string} e2eid @param {{ valor?: string | undefined }} refund @returns {Promise<Devolucao>} */
  refund: (e2eid, refund) => call('POST', `/pix/${e2eid}/devolucao`, refund),
  /** @type {(e2eid: string, refund: object) => Promise<Devolucao>} */
  refundByBank: (e2eid, refund) => call('POST', `/pix/${e2eid}/med`, refund),

  /** @param {number} limit @returns {Promise<RecurrenceList>} */
  recurrences: (limit) => call('GET', `/recs?limit=${limit}`),
  /** @param {string} idRec @returns {Promise<RecurrenceEntry>} */
  recurrence: (idRec) => call('GET', `/recs/${idRec}`),
  /** Returns the recurrence of a recurring charge. @param {string} txid @returns {Promise<RecurrenceEntry>} */
  recurringCharge: (txid) => call('GET', `/cobrs/${txid}`),
  /** @param {string} idRec @param {object} options @returns {Promise<object>} */
  approve: (idRec, options) => call('POST', `/recs/${idRec}/approve`, options),
  /** @param {string} idRec @param {boolean} available @returns {Promise<void>} */
  setFunds: (idRec, available) => call('PUT', `/recs/${idRec}/funds`, { available }),
  /** Performs an action of a payer, such as `/recs/{idRec}/cancel`. @param {string} path @param {object} [options] @returns {Promise<unknown>} */
  act: (path, options = {}) => call('POST', path, options),

  /** @param {number} limit @returns {Promise<DeliveryList & WebhookList>} */
  async webhooks(limit) {
    const answers = await Promise.all([
      call('GET', '/webhooks'),
      call('GET', `/deliveries?limit=${limit}`),
    ]);
    return { ...answers[0], ...answers[1] };
  },
  /** @param {string} kind @param {object} webhook @returns {Promise<void>} */
  registerWebhook: (kind, webhook) => call('PUT', `/webhooks/${kind}`, webhook),
  /** @param {string} kind @param {string} [chave] @returns {Promise<void>} */
  deleteWebhook: (kind, chave = '') =>
    call('DELETE', `/webhooks/${kind}${chave && `?${new URLSearchParams({ chave })}`}`),
  /** @param {number} id @returns {Promise<unknown>} */
  redeliver: (id) => call('POST', `/deliveries/${id}/redeliver`),

  /** @returns {Promise<ClockStatus>} */
  clock: () => call('GET', '/clock'),
  /** @param {Partial<ClockStatus>} values @returns {Promise<ClockStatus>} */
  setClock: (values) => call('PUT', '/clock', values),
  /** @param {number} seconds @returns {Promise<ClockStatus>} */
  advanceClock: (seconds) => call('POST', '/clock/advance', { seconds }),
  /** @returns {Promise<void>} */
  resetClock: () => call('DELETE', '/clock'),

  /** @returns {Promise<FaultList>} */
  faults: () => call('GET', '/faults'),
  /** @param {FaultRule | object} rule @returns {Promise<unknown>} */
  addFault: (rule) => call('POST', '/faults', rule),
  /** @param {number} id @returns {Promise<void>} */
  removeFault: (id) => call('DELETE', `/faults/${id}`),
  /** @returns {Promise<void>} */
  clearFaults: () => call('DELETE', '/faults'),

  /** @returns {Promise<ScenarioList>} */
  scenarios: () => call('GET', '/scenarios'),
  /** @param {string} id @returns {Promise<ScenarioResult>} */
  runScenario: (id) => call('POST', `/scenarios/${id}`),

  /** @param {URLSearchParams} query @returns {Promise<RequestList>} */
  requests: (query) => call('GET', `/requests?${query}`),
};

/**
 * Receives changes as they happen. Changes before the connection are not sent, so each connection reloads all topics.
 *
 * @param {object} listener
 * @param {(topics: string[] | undefined) => void} listener.changed
 * @param {(status: StatusEvent) => void} listener.status
 * @param {(live: boolean) => void} listener.link
 */
export function follow(listener) {
  const { changed, status, link } = listener;
  const events = new EventSource('/simulator/events');
  events.addEventListener('open', () => {
    link(true);
    changed(undefined);
  });
  events.addEventListener('error', () => {
    link(false);
    // The browser connects again by itself, except after an answer that is no stream.
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, RECONNECT, listener);
  });
  events.addEventListener('changed', ({ data }) => {
    /** @type {ChangedEvent} */
    const { topics } = JSON.parse(data);
    changed(topics);
  });
  events.addEventListener('status', ({ data }) => status(JSON.parse(data)));
}
