import { formatValor, type Pix } from 'nestjs-pix';
import { addDays, HOUR_MS, isBusinessDay } from 'nestjs-pix/internal';
import type { ScenarioId } from '../../simulator/index.js';
import type { RehearsalAction, RehearsalId } from '../texts/rehearse.en.js';
import { sum, takePart, type RehearsalStage } from './stage.js';

/** A scenario that an application takes part in. */
export interface Rehearsal {
  readonly id: RehearsalId;
  /** The commands without which it is skipped. */
  readonly needs: readonly RehearsalAction[];
  readonly perform: (stage: RehearsalStage) => Promise<void>;
}

type Row = Omit<Rehearsal, 'id'>;

const payTwice: Row['perform'] = async (stage) => {
  const { txid, pix } = await payOrder(stage);
  await stage.pay(txid, { force: true });
  await stage.answered();
  await stage.ask('refunded', 'decide', { PIX_TXID: txid });
  await stage.refunded(txid, pix.valor);
  await stage.hasStatus(txid, 'paid');
};

const payOtherAmount: Row['perform'] = async (stage) => {
  const txid = await stage.create('order');
  const { valor } = await stage.readCharge(txid);
  const part = takePart(valor, 80);
  await stage.pay(txid, { valor: part, force: true });
  await stage.answered();
  await stage.ask('refunded', 'decide', { PIX_TXID: txid });
  await stage.refunded(txid, part);
  await stage.hasStatus(txid, 'unpaid');
};

/** Days after the due date. */
const LATE = 10;

const payLate: Row['perform'] = async (stage) => {
  const txid = await stage.create('invoice');
  const { body } = await stage.readCharge(txid);
  const { dataDeVencimento = '', validadeAposVencimento = 30 } =
    'dataDeVencimento' in body.calendario ? body.calendario : {};
  const days = Math.min(LATE, validadeAposVencimento);
  await stage.advanceTo(Date.parse(`${addDays(dataDeVencimento, days)}T12:00:00-03:00`));
  await stage.pay(txid);
  await stage.answered();
  await stage.hasStatus(txid, 'paid');
};

const refundInParts: Row['perform'] = async (stage) => {
  const { txid, pix } = await payOrder(stage);
  const parts = [takePart(pix.valor, 30), takePart(pix.valor, 20)];
  let total = '0.00';
  for (const part of parts) {
    await stage.ask('refundAsked', 'refund', toRefund(pix, part));
    total = add(total, part);
    await stage.refunded(txid, total, 'refundAsked');
    await stage.advance(HOUR_MS);
    await stage.answered();
  }
  await stage.hasStatus(txid, 'paid', total);
};

const refuseRefund: Row['perform'] = async (stage) => {
  const { txid, pix } = await payOrder(stage);
  // A refund ends by itself after a while.
  await stage.stopClock();
  await stage.ask('refundAsked', 'refund', toRefund(pix, pix.valor));
  await stage.refunded(txid, pix.valor, 'refundAsked');
  for (const { endToEndId, id } of await stage.listRefunds(txid)) {
    const end = { status: 'NAO_REALIZADO', motivo: 'Conta de destino encerrada' };
    await stage.act('put', `/pix/${endToEndId}/devolucao/${id}`, end);
  }
  await stage.answered();
  await stage.hasStatus(txid, 'paid', '0.00');
};

const refundByBank: Row['perform'] = async (stage) => {
  const { txid, pix } = await payOrder(stage);
  const valor = takePart(pix.valor, 60);
  await stage.act('post', `/pix/${pix.endToEndId}/med`, { valor });
  await stage.advance(HOUR_MS);
  await stage.answered();
  await stage.asked(pix.endToEndId);
  await stage.hasStatus(txid, 'paid', valor);
};

const loseNotification: Row['perform'] = async (stage) => {
  const txid = await stage.create('order');
  await stage.addFaults({ kind: 'lose', on: 'delivery:pix' });
  const { endToEndId } = await stage.pay(txid);
  await stage.ask('asked', 'reconcile', { PIX_TXID: txid });
  await stage.asked(endToEndId);
  await stage.hasStatus(txid, 'paid');
};

const notifyBeforeReads: Row['perform'] = async (stage) => {
  const txid = await stage.create('order');
  const { body } = await stage.readCharge(txid);
  // The faults must be there before the notification is.
  await stage.addFaults({ kind: 'delay', ms: HOUR_MS, on: 'delivery' });
  const { endToEndId: e2eid } = await stage.pay(txid);
  await stage.addFaults(
    { kind: 'status', status: 404, on: 'pix.get', params: { e2eid } },
    { kind: 'status', status: 200, body, on: ['cob.get', 'cobv.get'], params: { txid } },
  );
  await stage.advance(HOUR_MS);
  await stage.answered({ isRepeated: true });
  // Of an application that never asks, nothing of this was tried.
  await stage.asked(e2eid);
  await stage.hasStatus(txid, 'paid');
};

const closeBank: Row['perform'] = async (stage) => {
  const txid = await stage.create('order');
  await stage.addFaults(
    { kind: 'status', status: 503, on: ['api', 'token'], count: 'always' },
    { kind: 'delay', ms: HOUR_MS, on: 'delivery', count: 'always' },
  );
  const { endToEndId } = await stage.pay(txid);
  await stage.pause();
  await stage.removeFaults();
  await stage.advance(HOUR_MS);
  await stage.answered({ isRepeated: true });
  await stage.asked(endToEndId);
  await stage.hasStatus(txid, 'paid');
};

/** The network allows three retries, within seven days. */
const RETRIES = 3;
const RETRY_DAYS = 7;

const retryOnce: Row['perform'] = async (stage) => {
  const { idRec, txid, days } = await chargeSubscription(stage);
  await failAttempt(stage, txid);
  await retry(stage, { idRec, txid, day: days[0], attempts: 2 });
  await stage.act('post', `/cobrs/${txid}/settle`, { status: 'PAGA' });
  await stage.answered();
  await stage.hasStatus(txid, 'paid');
};

const retryInVain: Row['perform'] = async (stage) => {
  const { idRec, txid, days } = await chargeSubscription(stage);
  await failAttempt(stage, txid);
  for (const [index, day] of days.entries()) {
    await retry(stage, { idRec, txid, day, attempts: index + 2 });
    await failAttempt(stage, txid);
  }
  await stage.answered();
  await stage.attempts('quiet', idRec, [1, days.length + 1]);
  await stage.hasStatus(txid, 'unpaid');
};

const rejectSubscription: Row['perform'] = async (stage) => {
  const idRec = await stage.create('subscription');
  await stage.act('post', `/recs/${idRec}/reject`);
  await stage.answered();
  await stage.attempts('quiet', idRec, [0, 0]);
};

const cancelSubscription: Row['perform'] = async (stage) => {
  const { idRec } = await chargeSubscription(stage);
  await stage.act('post', `/recs/${idRec}/cancel`);
  await stage.answered();
  await stage.attempts('quiet', idRec, [1, 1]);
};

/** No bank sees what an application does about a certificate that will expire. */
type Unobservable = 'bank/certificate-expired';

const rows: Readonly<Record<Exclude<ScenarioId, Unobservable>, Row>> = {
  'cob/paid-twice': { needs: ['order'], perform: payTwice },
  'cob/wrong-amount': { needs: ['order'], perform: payOtherAmount },
  'cobv/late-with-interest': { needs: ['invoice'], perform: payLate },
  'refund/partial': { needs: ['order', 'refund'], perform: refundInParts },
  'refund/refused': { needs: ['order', 'refund'], perform: refuseRefund },
  'refund/by-bank': { needs: ['order'], perform: refundByBank },
  'webhook/lost': { needs: ['order'], perform: loseNotification },
  'webhook/before-read': { needs: ['order'], perform: notifyBeforeReads },
  'bank/down-for-an-hour': { needs: ['order'], perform: closeBank },
  'pix-automatico/insufficient-funds-then-retry': {
    needs: ['subscription', 'retry'],
    perform: retryOnce,
  },
  'pix-automatico/retries-exhausted': { needs: ['subscription', 'retry'], perform: retryInVain },
  'pix-automatico/recurrence-refused': { needs: ['subscription'], perform: rejectSubscription },
  'pix-automatico/cancelled-by-payer': { needs: ['subscription'], perform: cancelSubscription },
};

/** All rehearsals, in the order of the scenarios. */
export const rehearsals: readonly Rehearsal[] = Object.entries(rows).map(([id, row]) => ({
  id: id as RehearsalId,
  ...row,
}));

/** An order that is paid as it should be. */
async function payOrder(stage: RehearsalStage): Promise<{ txid: string; pix: Pix }> {
  const txid = await stage.create('order');
  const pix = await stage.pay(txid);
  await stage.answered();
  await stage.hasStatus(txid, 'paid');
  return { txid, pix };
}

function toRefund({ txid = '', endToEndId }: Pix, valor: string) {
  return { PIX_TXID: txid, PIX_E2EID: endToEndId, PIX_VALOR: valor };
}

function add(...amounts: readonly string[]): string {
  return formatValor({ centavos: sum(amounts.map((valor) => ({ valor }))) });
}

/** A subscription that is approved, with its first charge and the days on which it may be retried. */
async function chargeSubscription(stage: RehearsalStage) {
  const idRec = await stage.create('subscription');
  await stage.act('post', `/recs/${idRec}/approve`);
  await stage.attempts('charged', idRec, [1, 1]);
  const { cobrancas } = await stage.readRecurrence(idRec);
  const [{ txid, tentativas = [] }] = cobrancas as [(typeof cobrancas)[number]];
  const first = tentativas[0]?.dataLiquidacao ?? '';
  const days = Array.from({ length: RETRY_DAYS }, (_, index) => addDays(first, index + 1))
    .filter(isBusinessDay)
    .slice(0, RETRIES);
  return { idRec, txid, days };
}

async function failAttempt(stage: RehearsalStage, txid: string): Promise<void> {
  await stage.act('post', `/cobrs/${txid}/settle`, { status: 'EXPIRADA' });
}

interface Retry {
  readonly idRec: string;
  readonly txid: string;
  readonly day: string | undefined;
  /** How many attempts there are afterwards. */
  readonly attempts: number;
}

async function retry(
  stage: RehearsalStage,
  { idRec, txid, day = '', attempts }: Retry,
): Promise<void> {
  // The application learns of the failure by the notification.
  await stage.answered();
  await stage.ask('retried', 'retry', { PIX_TXID: txid, PIX_DATA: day });
  await stage.attempts('retried', idRec, [1, attempts]);
}
