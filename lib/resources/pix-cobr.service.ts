import {
  findCandidates,
  iteratePages,
  type PixCaller,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  cobrOperations,
  type CobRComTentativas,
  type CobRCompleta,
  type CobRFilter,
  type CobRGerada,
  type CobRSolicitada,
  type CobRStatusRevisada,
  type CobsRConsultadas,
} from '../contract/index.js';

/**
 * Recurring charges (`/cobr`) of a recurrence that the payer approved.
 */
export class PixCobRService {
  constructor(private readonly caller: PixCaller) {}

  /**
   * Creates a charge under a txid that the provider chooses. It is sent at most once. When its outcome is unknown
   * (`resultUnknown`), search with {@link findCandidates} before you create another; {@link createWithTxid} needs no such
   * search.
   */
  create(body: CobRSolicitada, options?: PixRequestOptions): Promise<CobRGerada> {
    return this.caller.call(cobrOperations.create, { body }, options);
  }

  /**
   * Searches for the charges that hold what was sent and may have been left by a {@link create} whose outcome is unknown. A charge that was
   * created otherwise with the same content is found as well.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the charges, in the order of the provider; empty when there is none
   */
  findCandidates(
    body: CobRSolicitada,
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<CobRCompleta[]> {
    return findCandidates(this.caller, cobrOperations.create, body, period, options);
  }

  /**
   * Creates a charge under a txid of one's own.
   *
   * @param txid 26 to 35 letters and digits; `generateTxid()` makes one
   */
  createWithTxid(
    txid: string,
    body: CobRSolicitada,
    options?: PixRequestOptions,
  ): Promise<CobRGerada> {
    return this.caller.call(cobrOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises a charge: CANCELADA is the only status it accepts. */
  revise(txid: string, body: CobRStatusRevisada, options?: PixRequestOptions): Promise<CobRGerada> {
    return this.caller.call(cobrOperations.revise, { params: { txid }, body }, options);
  }

  /** Ends this charge alone; the recurrence stays active. Revises its status to CANCELADA. */
  cancel(txid: string, options?: PixRequestOptions): Promise<CobRGerada> {
    return this.revise(txid, { status: 'CANCELADA' }, options);
  }

  /** Reads a charge with its attempts at settlement. */
  get(txid: string, options?: PixRequestOptions): Promise<CobRCompleta> {
    return this.caller.call(cobrOperations.get, { params: { txid } }, options);
  }

  /** One page of the charges created in a period. */
  list(filter: CobRFilter, options?: PixRequestOptions): Promise<CobsRConsultadas> {
    return this.caller.call(cobrOperations.list, { filter }, options);
  }

  /** All charges created in a period, holding one page at a time. */
  iterate(filter: CobRFilter, options?: PixIterateOptions): AsyncIterable<CobRCompleta> {
    return iteratePages(this.caller, cobrOperations.list, filter, options);
  }

  /**
   * Asks for a further attempt at settlement, up to 3 within 7 days and only under PERMITE_3R_7D
   * (docs/interface.md#limits).
   *
   * @param data day of the attempt, `YYYY-MM-DD`
   */
  retry(txid: string, data: string, options?: PixRequestOptions): Promise<CobRComTentativas> {
    return this.caller.call(cobrOperations.retry, { params: { txid, data } }, options);
  }
}
