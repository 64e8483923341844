import type { PixRequestOptions } from '../client/index.js';
import {
  cobOperations,
  cobrOperations,
  cobvOperations,
  recOperations,
  type CobRSolicitada,
  type DevolucaoSolicitada,
  type Pix,
  type PixOperation,
  type RecSolicitada,
} from '../contract/index.js';
import { ValueError } from '../errors/index.js';
import type { PixClient } from '../resources/index.js';
import { DAY_MS, HOUR_MS } from '../runtime/index.js';
import { parseInstant, toDecimalText } from '../values/index.js';
import type { PixChargeKind, PixChargeState, PixPaymentMeaning, Terms } from './charge.js';

/** A record of the bank, of any kind. */
export type BankRecord = Readonly<Record<string, unknown>>;

/** The rules of one kind of charge. */
interface KindRule {
  /** The operations whose rules bodies are checked by. */
  readonly create: PixOperation;
  readonly revise?: PixOperation;
  /** Field of the identifier in a record. */
  readonly identifier: 'txid' | 'idRec';
  /** What the statuses of the bank's record mean. Others mean nothing. */
  readonly states: Readonly<Record<string, PixChargeState>>;
  /** How often an open record is read that has no last instant of payment, in milliseconds. */
  readonly readEvery: number;
  /** @param known those of the same charge before, of which a short answer of a bank may repeat only the amount */
  readTerms(record: BankRecord, known?: Terms): Terms;
  /**
   * The last instant at which the bank may accept a payment, in milliseconds since the epoch.
   *
   * @param created when the bank created it at the latest, if its record does not say so
   */
  readPayableUntil?(record: BankRecord, created: number): number;
  calls(client: PixClient): KindCalls;
}

/** The calls of a kind, for one account. Those that the Pix API lacks reject. */
export interface KindCalls {
  create(id: string, body: object, options: PixRequestOptions): Promise<object>;
  get(id: string, options: PixRequestOptions): Promise<object>;
  cancel(id: string, options: PixRequestOptions): Promise<object>;
  revise(id: string, body: object, options: PixRequestOptions): Promise<object>;
  retry(id: string, data: string, options: PixRequestOptions): Promise<object>;
  /** Searches for what a create left whose identifier the bank chose. */
  search(body: object, since: Date, options: PixRequestOptions): Promise<object[]>;
}

const noCall = () => Promise.reject(new ValueError('The Pix API has no such call.'));
const noCalls = { cancel: noCall, revise: noCall, retry: noCall, search: noCall };

/** The calls of the refunds of a payment: a refund is created under an id of ours, as a charge is. */
export function refundCalls({ recebidos }: PixClient, endToEndId: string): KindCalls {
  return {
    ...noCalls,
    create: (id, body, options) =>
      recebidos.refund(endToEndId, id, body as DevolucaoSolicitada, options),
    get: (id, options) => recebidos.getRefund(endToEndId, id, options),
  };
}

/** Immediate and due-date charges have the same calls, with bodies of their own. */
function chargeCalls(service: PixClient['cob'] | PixClient['cobV']): KindCalls {
  // What the ledger accepted is sent, also on a later day.
  const allowOneCent = true;
  return {
    ...noCalls,
    create: (id, body, options) =>
      service.createWithTxid(id, body as never, { allowOneCent, ...options }),
    get: (id, options) => service.get(id, undefined, options),
    cancel: (id, options) => service.cancel(id, options),
    revise: async (id, body, options) => {
      const record = await service.revise(id, body, { allowOneCent, ...options });
      // A short answer does not repeat what the revision has changed.
      return { ...record, valor: { ...read(read(body).valor), ...record.valor } };
    },
  };
}

const cobStates = {
  ATIVA: 'open',
  CONCLUIDA: 'paid',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'cancelled',
  REMOVIDA_PELO_PSP: 'cancelled',
} as const;

/**
 * A due-date charge whose last day is not a working day can be paid on the next one: after Carnival,
 * four days later.
 */
const MOST_DAYS_MOVED = 4;

export const kinds: Readonly<Record<PixChargeKind, KindRule>> = {
  cob: {
    create: cobOperations.createWithTxid,
    revise: cobOperations.revise,
    identifier: 'txid',
    states: cobStates,
    readEvery: DAY_MS,
    readTerms: ({ valor }, known = {}) => {
      const { original, modalidadeAlteracao, retirada } = read(valor);
      const parts = [read(retirada).saque, read(retirada).troco].map(read);
      const cash = retirada ? add(parts.map((part) => part.valor ?? '0.00')) : known.cash;
      const mayChange = [modalidadeAlteracao, ...parts.map((part) => part.modalidadeAlteracao)];
      const isShort = mayChange.every((each) => (each ?? null) === null);
      return {
        total: add([original, cash ?? '0.00']),
        cash,
        isOpen: (isShort && known.isOpen === true) || mayChange.some((each) => Number(each) === 1),
      };
    },
    readPayableUntil: ({ calendario }, created) => {
      const { criacao, expiracao } = read(calendario);
      const began = parseInstant(criacao);
      return (Number.isNaN(began) ? created : began) + Number(expiracao ?? NaN) * 1000;
    },
    calls: ({ cob }) => chargeCalls(cob),
  },
  cobv: {
    create: cobvOperations.createWithTxid,
    revise: cobvOperations.revise,
    identifier: 'txid',
    states: cobStates,
    readEvery: DAY_MS,
    readTerms: ({ valor }, known = {}) => {
      const { original, multa, juros, abatimento, desconto } = read(valor);
      const byDay = [multa, juros, abatimento, desconto];
      const isByDay = known.isByDay === true || byDay.some((part) => (part ?? null) !== null);
      return { total: add([original]), isByDay };
    },
    readPayableUntil: ({ calendario }) => {
      const { dataDeVencimento, validadeAposVencimento } = read(calendario);
      const days = Number(validadeAposVencimento ?? NaN) + MOST_DAYS_MOVED;
      return endOfDay(dataDeVencimento) + days * DAY_MS;
    },
    calls: ({ cobV }) => chargeCalls(cobV),
  },
  cobr: {
    create: cobrOperations.createWithTxid,
    identifier: 'txid',
    states: {
      CRIADA: 'open',
      ATIVA: 'open',
      CONCLUIDA: 'paid',
      EXPIRADA: 'expired',
      REJEITADA: 'refused',
      CANCELADA: 'cancelled',
    },
    // Only the bank knows when the last attempt has failed.
    readEvery: 6 * HOUR_MS,
    readTerms: ({ valor }) => ({ total: add([read(valor).original]) }),
    calls: ({ cobR }) => ({
      ...noCalls,
      create: (id, body, options) => cobR.createWithTxid(id, body as CobRSolicitada, options),
      get: (id, options) => cobR.get(id, options),
      cancel: (id, options) => cobR.cancel(id, options),
      retry: (id, data, options) => cobR.retry(id, data, options),
    }),
  },
  rec: {
    create: recOperations.create,
    revise: recOperations.revise,
    identifier: 'idRec',
    states: {
      CRIADA: 'open',
      APROVADA: 'open',
      REJEITADA: 'refused',
      EXPIRADA: 'expired',
      CANCELADA: 'cancelled',
    },
    readEvery: DAY_MS,
    readTerms: ({ valor }) => ({ total: add([read(valor).valorRec]) }),
    calls: ({ rec }) => ({
      ...noCalls,
      create: async (_id, body, options) => {
        const created = await rec.create(body as RecSolicitada, options);
        // Only a reading has the QR Code of a location. Without it, the next reading finds it.
        if ((body as RecSolicitada).loc === undefined) return created;
        return rec.get(created.idRec, undefined, options).catch(() => created);
      },
      get: (id, options) => rec.get(id, undefined, options),
      cancel: (id, options) => rec.cancel(id, options),
      revise: (id, body, options) => rec.revise(id, body, options),
      search: async (body, since, options) => {
        const inicio = new Date(since.getTime() - CLOCKS_MS);
        const found = await rec.findCandidates(body as RecSolicitada, { inicio }, options);
        // A payer may have two contracts of the same amount.
        const { contrato } = (body as RecSolicitada).vinculo;
        return found.filter((each) => each.vinculo.contrato === contrato);
      },
    }),
  },
};

/** How much the bank's clock may be behind. */
const CLOCKS_MS = 60_000;

/** The fields of a record that its row keeps: nothing about a person. */
const KEPT = ['status', 'pixCopiaECola', 'location', 'tentativas', 'encerramento'] as const;

export function readSnapshot(record: BankRecord): Record<string, unknown> {
  const { pixCopiaECola = read(record.dadosQR).pixCopiaECola } = record;
  const kept = KEPT.map((name) => [name, name === 'pixCopiaECola' ? pixCopiaECola : record[name]]);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined)) as BankRecord;
}

/** The fields of an object; none of any other value. */
export function read(value: unknown): BankRecord {
  return typeof value === 'object' && value !== null ? (value as BankRecord) : {};
}

/** Adds amounts; `undefined` if one of them is missing or is none. */
export function add(
  amounts: readonly unknown[],
  signs: readonly (1 | -1)[] = [],
): string | undefined {
  let cents = 0n;
  for (const [at, amount] of amounts.entries()) {
    const text = toDecimalText(amount);
    if (text === undefined) return undefined;
    cents += BigInt(text.replace('.', '')) * BigInt(signs[at] ?? 1);
  }
  return fromCents(cents);
}

export function fromCents(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The end of a day in Brasília, which has had no summer time since 2019. */
function endOfDay(day: unknown): number {
  return Date.parse(`${String(day)}T23:59:59.999-03:00`);
}

/** What is known of a charge when a payment of it is classified. */
export interface KnownCharge {
  readonly state: PixChargeState;
  readonly terms: Terms;
  /** Whether another payment has paid it. */
  readonly isPaid?: boolean;
  /** Whether the bank's record was read after the payment, with these terms and this status. */
  readonly readAs?: string | undefined;
  /** Whether a revision is on its way, so that the terms may be others at the bank. */
  readonly isRevising?: boolean;
}

/** The statuses of a record that does not show the payment yet: a bank's replica may lag. */
const UNPAID: ReadonlySet<string | undefined> = new Set(['ATIVA', 'CRIADA', undefined]);

const ENDED: ReadonlySet<PixChargeState> = new Set(['expired', 'cancelled', 'refused']);

/**
 * Decides what a payment is. Returns `undefined` if the bank's record must be read first.
 */
export function classify(
  charge: KnownCharge,
  pix: Pick<Pix, 'valor' | 'componentesValor'>,
): PixPaymentMeaning | undefined {
  if (charge.isPaid) return 'duplicate';
  if (ENDED.has(charge.state)) return 'late';
  const { terms, readAs, isRevising } = charge;
  if (isRevising && readAs === undefined) return undefined;
  if (terms.isOpen || pix.valor === terms.total || explains(pix, terms)) return 'full';
  if (isRevising || UNPAID.has(readAs)) return undefined;
  // Only the bank knows fine, interest and deductions of the day. Its record says whether they are paid.
  return terms.isByDay && readAs === 'CONCLUIDA' ? 'full' : 'other amount';
}

/** Whether the components of a payment add up to its amount, and begin with the charged one. */
function explains(
  { valor, componentesValor }: Parameters<typeof classify>[1],
  terms: Terms,
): boolean {
  const { original, saque, troco, juros, multa, abatimento, desconto } = componentesValor ?? {};
  if (!terms.isByDay || terms.total === undefined || !original) return false;
  const due = [original, saque, troco].map((part) => part?.valor ?? '0.00');
  const byDay = [juros, multa, abatimento, desconto].map((part) => part?.valor ?? '0.00');
  return add(due) === terms.total && add([...due, ...byDay], [1, 1, 1, 1, 1, -1, -1]) === valor;
}
