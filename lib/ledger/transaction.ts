import {
  checkBody,
  cobrOperations,
  pixOperations,
  type CobRevisada,
  type CobRSolicitada,
  type CobSolicitada,
  type CobVRevisada,
  type CobVSolicitada,
  type DevolucaoSolicitada,
  type PixOperation,
  type RecRevisada,
  type RecSolicitada,
} from '../contract/index.js';
import { ValueError } from '../errors/index.js';
import { observe } from '../observe/index.js';
import { canonicalDigest } from '../receiver/index.js';
import { generateTxid, isCalendarDate } from '../values/index.js';
import { checkArguments } from './arguments.js';
import {
  fromJson,
  publicRefund,
  toUnpaidCharge,
  type ChargeRow,
  type PixCharge,
  type PixChargeKind,
  type PixLedgerRefund,
} from './charge.js';
import type { CommandOperation } from './commands.js';
import type { Cause, Journal } from './journal.js';
import { kinds } from './kinds.js';
import { pause, sql, type LedgerTables, type Sql } from './store.js';

/** A charge to open: its id, and the body of one kind as the bank's API takes it. */
export type PixChargeOpening = {
  /**
   * The application's own id of the charge, such as that of the order. Not personal data. At most
   * 200 characters.
   */
  readonly id: string;
  /** As the option of a call: a `cobv` that falls to R$ 0.01 is refused otherwise. */
  readonly allowOneCent?: boolean;
} & (
  | { readonly cob: CobSolicitada }
  | { readonly cobv: CobVSolicitada }
  | { readonly cobr: CobRSolicitada }
  | { readonly rec: RecSolicitada }
);

/** A refund to ask for. */
export interface PixRefundRequest extends Omit<DevolucaoSolicitada, 'valor'> {
  readonly endToEndId: string;
  /** The application's own id of the refund: 1 to 35 letters and digits, unique for the payment. */
  readonly refundId: string;
  /** The amount as decimal text. */
  readonly valor: string;
}

/** What is left of a payment `p`, without its refunds that did not fail. */
export const left = ({ refund }: LedgerTables): Sql => sql`p.valor - (SELECT coalesce(sum(valor), 0)
  FROM ${refund} WHERE account = p.account AND end_to_end_id = p.end_to_end_id AND state NOT IN ('failed', 'refused'))`;

/**
 * The charges of a ledger within an open transaction. Each method writes rows; nothing is sent
 * before the transaction is committed.
 */
export class PixLedgerTransaction {
  /** Created by `PixLedger.in`. @internal */
  constructor(
    private readonly account: string,
    private readonly journal: Journal,
    private readonly by?: string,
  ) {}

  /**
   * Opens a charge. Its body is validated, and its txid is chosen. The same id with the same body
   * returns the existing charge; after `forget()` has removed its body, with any body.
   *
   * @throws ValidationError if the body breaks a rule of the bank's API
   * @throws ValueError if an argument is wrong, or the id has another body already
   * @throws ConfigurationError if the client is not in a transaction
   */
  async open(opening: PixChargeOpening): Promise<PixCharge> {
    const { telemetry } = this.journal.core;
    const step = { kind: 'ledger', operation: 'open', ledger: this.journal.core.account } as const;
    // Calls, payments and handlers of the charge continue this trace.
    return observe(telemetry, step, () => this.#open(opening, telemetry?.injectTrace()));
  }

  async #open(opening: PixChargeOpening, trace: object | undefined): Promise<PixCharge> {
    checkArguments('open()', opening);
    const { kind, body } = await this.#readOpening(opening);
    const { id } = opening;
    const { account } = this;
    const { core, tables, run } = this.journal;
    const txid = kind === 'rec' ? null : generateTxid();
    const digest = canonicalDigest({ kind, body });
    const terms = kinds[kind].readTerms(body as Record<string, unknown>);
    // The first moment belongs to `ready`.
    const write = (isProof: boolean) =>
      run<string | null>(
        sql`SELECT to_jsonb(${core.store.open}(${account}, ${id}, ${kind}, ${txid}, ${digest}, ${terms}, ${trace},
          ${body}, ${pause(0)}, ${isProof}, ${this.by})) AS row`,
        isProof,
      );
    // The order has been written before: that its transaction has a number proves that it is open.
    const [first] = await write(true);
    const [openedAt] = first ? [first] : await write(false);
    if (openedAt) {
      const own = { account, id, kind, txid, state: 'opening', terms } as const;
      const instants = { created_at: openedAt, changed_at: openedAt, payable_until: null };
      return toUnpaidCharge(Object.assign(own, instants, { snapshot: {}, revision: null }));
    }
    const [existing] = await run<string>(sql`
      SELECT to_jsonb(digest) AS row FROM ${tables.charge} WHERE account = ${account} AND id = ${id}`);
    // `forget()` has removed the digest: what the body was is not known any more.
    if (existing === digest || existing === '') return this.#read(id);
    throw new ValueError(
      `The charge ${JSON.stringify(id)} exists with another body: open it under another id.`,
    );
  }

  /**
   * Cancels a charge. It may still be paid until the bank has removed it.
   *
   * @throws ValueError if the charge does not exist, or has ended otherwise
   */
  async cancel(id: string): Promise<PixCharge> {
    const charge = await this.#lock(id);
    if (charge.state !== 'cancelling' && charge.state !== 'cancelled') {
      if (!(await this.journal.move(charge, 'cancelling', this.#asked('cancel'))))
        throw hasEnded(charge);
      await this.#command(charge, 'cancel');
    }
    return this.#read(id);
  }

  /**
   * Revises an open charge: `body` as the API of its kind takes it, without `status`.
   *
   * @throws ValidationError if the body breaks a rule of the bank's API
   * @throws ValueError if the charge does not exist, has ended, or is of a kind that cannot be revised
   */
  async revise(
    id: string,
    body: CobRevisada | CobVRevisada | RecRevisada,
    options: Pick<PixChargeOpening, 'allowOneCent'> = {},
  ): Promise<PixCharge> {
    const charge = await this.#lock(id);
    const { revise } = kinds[charge.kind];
    if (!revise) throw new ValueError(`A ${charge.kind} cannot be revised.`);
    if ('status' in Object(body))
      throw new ValueError('cancel() ends a charge; revise() has no status.');
    if (charge.state !== 'open' && charge.state !== 'opening') throw hasEnded(charge);
    await this.#command(charge, 'revise', this.#prepare(revise, body, options.allowOneCent));
    this.journal.note(charge, this.#asked('revise'));
    return this.#read(id);
  }

  /**
   * Asks for another attempt to settle a recurring charge, once for each day.
   *
   * @param data date of the attempt, `YYYY-MM-DD`
   * @throws ValueError if the charge is none, does not exist, or has ended, or if the date is none
   */
  async retry(id: string, data: string): Promise<PixCharge> {
    const charge = await this.#lock(id);
    const { tables, run } = this.journal;
    if (charge.kind !== 'cobr')
      throw new ValueError(`Only a cobr can be retried, not a ${charge.kind}.`);
    if (!isCalendarDate(data))
      throw new ValueError(`${cobrOperations.retry.path}: data must be YYYY-MM-DD.`);
    if (charge.state !== 'open') throw hasEnded(charge);
    // Writes the row, so that a transaction with an older snapshot fails.
    this.journal.set(charge, {});
    const earlier = await run(sql`
      SELECT to_jsonb(true) AS row FROM ${tables.command}
      WHERE account = ${this.account} AND charge = ${id} AND operation = 'retry' AND target = ${data}`);
    if (earlier.length === 0) {
      await this.#command(charge, 'retry', {}, data);
      this.journal.note(charge, this.#asked('retry'));
    }
    return this.#read(id);
  }

  /**
   * Refunds all or part of a recorded payment. Locks the payment: together, the refunds that did not
   * fail never exceed it. The same refundId with the same amount returns the existing refund.
   *
   * @throws ValidationError if the body breaks a rule of the bank's API
   * @throws ValueError if the payment is not recorded, less is left of it, or the refundId has another
   * amount already
   */
  async refund(request: PixRefundRequest): Promise<PixLedgerRefund> {
    const { endToEndId, refundId, ...rest } = { ...request };
    checkArguments('refund()', { endToEndId, refundId });
    const body = this.#prepare(pixOperations.refund, rest);
    const { valor } = body as { valor: string };
    const { account } = this;
    const { tables, run } = this.journal;
    const charge = await this.journal.lockPaid(account, { endToEndId });
    const own = sql`account = ${account} AND end_to_end_id = ${endToEndId}`;
    // Writes the row, so that a transaction with a snapshot from before another refund fails.
    const [payment] = await run(
      sql`UPDATE ${tables.payment} SET due = due WHERE ${own} RETURNING to_jsonb(true) AS row`,
    );
    if (!payment)
      throw new ValueError('The payment is not recorded: only a recorded payment can be refunded.');
    const [existing] = await run<object>(sql`
      SELECT ${publicRefund} AS row FROM ${tables.refund} AS r
      WHERE ${own} AND refund_id = ${refundId}`);
    const known = existing && (fromJson(existing) as PixLedgerRefund);
    if (known?.valor === valor) return known;
    if (known) throw new ValueError(`The refund ${refundId} exists with another amount.`);
    const [row] = await run<object>(sql`
      INSERT INTO ${tables.refund} AS r (account, end_to_end_id, refund_id, valor, state, made_by)
      SELECT ${account}, ${endToEndId}, ${refundId}, ${valor}::numeric, 'asked', 'ledger'
      FROM ${tables.payment} AS p WHERE ${own} AND ${valor}::numeric <= ${left(tables)}
      RETURNING ${publicRefund} AS row`);
    if (!row) throw new ValueError('Less than this amount is left of the payment.');
    if (charge) this.journal.note(charge, this.#asked(`refund ${refundId}: asked`));
    await this.#command({ id: charge?.id, endToEndId }, 'refund', body, refundId);
    return fromJson(row) as PixLedgerRefund;
  }

  /** What the application asks for, not an answer of the bank. */
  #asked(what: string): Cause {
    return { cause: 'person', what, by: this.by };
  }

  async #read(id: string): Promise<PixCharge> {
    return fromJson(await this.journal.read({ account: this.account, id })) as PixCharge;
  }

  async #lock(id: string): Promise<ChargeRow> {
    checkArguments('charge', { id });
    const charge = await this.journal.lock(this.account, id);
    if (charge) return charge;
    throw new ValueError(`The charge ${JSON.stringify(id)} does not exist.`);
  }

  async #command(
    { id, endToEndId }: { id: string | undefined; endToEndId?: string },
    operation: CommandOperation,
    body: object = {},
    target?: string,
  ): Promise<void> {
    const { tables, run } = this.journal;
    await run(sql`
      INSERT INTO ${tables.command} (account, charge, end_to_end_id, operation, target, body, due)
      VALUES (${this.account}, ${id}, ${endToEndId}, ${operation}, ${target}, ${body}, now())`);
  }

  /** @throws ValueError if there is not exactly one kind */
  async #readOpening({ allowOneCent, ...given }: PixChargeOpening) {
    const bodies = given as Partial<Record<PixChargeKind, object>>;
    const known = Object.keys(kinds) as PixChargeKind[];
    const [kind, ...others] = known.filter((each) => bodies[each] !== undefined);
    if (kind === undefined || others.length > 0)
      throw new ValueError('open() takes one of cob, cobv, cobr and rec.');
    const { core } = this.journal;
    const { create } = kinds[kind];
    const body: { chave?: string | undefined } = { ...bodies[kind] };
    if (create.keyIn !== undefined && body.chave === undefined)
      body.chave = core.chave ?? (await core.client(this.account)).chave;
    return { kind, body: this.#prepare(create, body, allowOneCent) };
  }

  /**
   * Returns the body as it will be sent.
   *
   * @throws ValidationError if it breaks a rule
   */
  #prepare(operation: PixOperation, given: object, allowOneCent = false): object {
    const { runtime } = this.journal.core;
    const now = allowOneCent ? undefined : runtime.now();
    const keyOption = 'chave de PixLedgerModule ou da conta (PIX_CHAVE)';
    return JSON.parse(JSON.stringify(checkBody(operation, given, { now, keyOption }))) as object;
  }
}

function hasEnded({ id, state }: ChargeRow): ValueError {
  return new ValueError(`The charge ${JSON.stringify(id)} is ${state}.`);
}
