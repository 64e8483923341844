import {
  isPixAPIException,
  isPixErrorOfClass,
  isValidationError,
  isValueError,
  type PixErrorMap,
} from '../errors/index.js';
import type { PixClient } from '../resources/index.js';
import type { PixChargeKind } from './charge.js';
import { kinds, read, refundCalls, type BankRecord, type KindCalls } from './kinds.js';

/** What a command asks of the bank. A version of the ledger leaves the commands of later ones alone. */
export const operations = ['create', 'revise', 'cancel', 'retry', 'refund'] as const;
export type CommandOperation = (typeof operations)[number];

/** A command that this process has claimed. The claim is committed: it counts as sent from then on. */
export interface ClaimedCommand {
  readonly number: number;
  readonly account: string;
  readonly charge: string | null;
  readonly end_to_end_id: string | null;
  readonly operation: CommandOperation;
  /** The id of a refund, or the date of a retry. */
  readonly target: string | null;
  readonly body: object;
  readonly attempts: number;
  readonly fence: number;
  /** Whether an earlier attempt may have arrived. */
  readonly arrived: boolean;
  readonly sent_at: string | null;
  readonly now: string;
  readonly kind: PixChargeKind | null;
  readonly txid: string | null;
}

/** How the attempt of a command ended. `readAt`: the database's clock before the record was read. */
export type End =
  | { readonly outcome: 'done'; readonly record: BankRecord; readonly readAt?: number }
  | { readonly outcome: 'refused'; readonly error?: unknown; readonly record?: BankRecord }
  /** Nothing shows whether a request arrived that must not be sent twice: a person finds out. */
  | { readonly outcome: 'unclear' }
  /** It is repeated. `arrived` is false only if nothing has reached the bank. */
  | { readonly outcome: 'unknown'; readonly error?: unknown; readonly arrived: boolean };

/** After how long it is certain that a request has arrived or is lost, in milliseconds. */
const ARRIVES_WITHIN = 120_000;

/** One attempt of a command: reads first if an earlier one may have arrived, and sends. */
export class Attempt {
  readonly #calls: KindCalls;
  readonly #id: string;
  readonly #options: { readonly deadline: number };
  /** Whether it creates a record, under an identifier of ours. */
  readonly #creates: boolean;

  /** @param deadline of a call, in seconds */
  constructor(
    client: PixClient,
    private readonly command: ClaimedCommand,
    deadline: number,
    private readonly isHeld: () => boolean,
    /** Whether another charge of the ledger has this identifier. */
    private readonly isTaken: (identifier: string) => Promise<boolean>,
  ) {
    const { kind, operation, txid, target, end_to_end_id: endToEndId } = command;
    const isRefund = kind === null || operation === 'refund';
    this.#calls = isRefund ? refundCalls(client, String(endToEndId)) : kinds[kind].calls(client);
    this.#id = String(isRefund ? target : txid);
    this.#options = { deadline };
    this.#creates = isRefund || operation === 'create';
  }

  async run(): Promise<End> {
    const { arrived } = this.command;
    try {
      const end = arrived ? await this.#readFirst() : undefined;
      if (end) return end;
    } catch (error) {
      return { outcome: 'unknown', error, arrived: true };
    }
    // Who takes over after the lease must not meet a request of this process.
    if (!this.isHeld()) return { outcome: 'unknown', arrived };
    try {
      return { outcome: 'done', record: (await this.#send()) as BankRecord };
    } catch (error) {
      return this.#judge(error);
    }
  }

  #send(): Promise<object> {
    const { operation, body, target } = this.command;
    if (operation === 'cancel') return this.#calls.cancel(this.#id, this.#options);
    if (operation === 'revise') return this.#calls.revise(this.#id, body, this.#options);
    if (operation === 'retry') return this.#calls.retry(this.#id, String(target), this.#options);
    return this.#calls.create(this.#id, body, this.#options);
  }

  /** @returns `undefined` if the command is to be sent */
  async #readFirst(): Promise<End | undefined> {
    const { operation, target, txid, kind, now } = this.command;
    const readAt = Date.parse(now);
    if (operation === 'create' && txid === null) return this.#search();
    const record = await this.#read();
    if (this.#creates || kind === null) return record && { outcome: 'done', record, readAt };
    if (!record) throw new Error('The bank does not show a charge that it has.');
    if (operation === 'retry') return this.#findRetry(record, String(target), readAt);
    const state = kinds[kind].states[String(record.status)];
    if (operation === 'cancel' && state === 'cancelled') return { outcome: 'done', record, readAt };
    return state === 'open' ? undefined : { outcome: 'refused', record };
  }

  /** A recurrence has no identifier before the bank has chosen one, so it is never sent twice. */
  async #search(): Promise<End> {
    const { body, sent_at: sentAt, now } = this.command;
    const found = await this.#calls.search(body, new Date(sentAt ?? now), this.#options);
    const free: BankRecord[] = [];
    for (const record of found as BankRecord[]) {
      if (!(await this.isTaken(String(record.idRec)))) free.push(record);
    }
    const [record] = free;
    return record && free.length === 1 ? { outcome: 'done', record } : this.#waitOrAsk();
  }

  /** Each retry counts, so it is never sent twice. */
  #findRetry(record: BankRecord, day: string, readAt: number): End {
    const tries = Array.isArray(record.tentativas) ? record.tentativas.map(read) : [];
    const isThere = tries.some((each) => each.dataLiquidacao === day && each.tipo !== 'AGND');
    return isThere ? { outcome: 'done', record, readAt } : this.#waitOrAsk();
  }

  #waitOrAsk(): End {
    return this.#mayArrive() ? { outcome: 'unknown', arrived: true } : { outcome: 'unclear' };
  }

  /** Whether the first attempt may still become visible at the bank. */
  #mayArrive(): boolean {
    const { now, sent_at: sentAt } = this.command;
    return Date.parse(now) - Date.parse(sentAt ?? now) < ARRIVES_WITHIN;
  }

  /** The meaning of an error of a call: refused, to be repeated as it was not sent, or unknown. */
  async #judge(error: unknown): Promise<End> {
    const { arrived } = this.command;
    if (isUnsent(error)) return { outcome: 'unknown', error, arrived };
    if (isInvalid(error)) {
      return arrived ? { outcome: 'unknown', error, arrived } : { outcome: 'refused', error };
    }
    if (!isPixAPIException(error) || error.resultUnknown) {
      return { outcome: 'unknown', error, arrived: true };
    }
    return this.#judgeAnswer(error);
  }

  async #judgeAnswer(error: PixErrorMap['PixAPIException']): Promise<End> {
    const { arrived } = this.command;
    const isConflict = isPixErrorOfClass(error, 'PixConflitoException');
    if (!isConflict && !isRefusal(error)) return { outcome: 'unknown', error, arrived };
    // A bank refuses an identifier that is in use, and its readings may lag behind what used it.
    const isOwn = this.#creates && arrived && this.#mayArrive();
    if (isOwn) return { outcome: 'unknown', error, arrived };
    if (this.#creates && !isConflict) return { outcome: 'refused', error };
    try {
      const record = await this.#read();
      return { outcome: 'refused', error, ...(record && { record }) };
    } catch {
      return { outcome: 'unknown', error, arrived: true };
    }
  }

  /** Resolves to `undefined` if the bank does not have the record. */
  async #read(): Promise<BankRecord | undefined> {
    try {
      return (await this.#calls.get(this.#id, this.#options)) as BankRecord;
    } catch (error) {
      if (isPixErrorOfClass(error, 'PixRecursoNaoEncontradoException')) return undefined;
      throw error;
    }
  }
}

/** Whether a limit of this side or its configuration has stopped the request, which is repeated. */
function isUnsent(error: unknown): boolean {
  return (
    isPixErrorOfClass(error, 'RateLimitError') || isPixErrorOfClass(error, 'ConfigurationError')
  );
}

/** Whether the request can never be sent. */
function isInvalid(error: unknown): boolean {
  const isUnoffered = isPixErrorOfClass(error, 'NotImplementedError');
  return isValidationError(error) || isValueError(error) || isUnoffered;
}

/** Statuses with which a bank refuses a request for what it contains. Credentials can be repaired. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 409, 422]);

function isRefusal({ status, type }: PixErrorMap['PixAPIException']): boolean {
  return REFUSALS.has(status) || (status === 404 && type !== '');
}
