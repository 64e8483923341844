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

/** Recurring charges (`/cobr`) of a recurrence that the payer has approved. */
export class PixCobRService {
  constructor(private readonly caller: PixCaller) {}

  /**
   * Creates a charge under a txid that the provider chooses. The request is sent at most once. If
   * its outcome is unknown (`resultUnknown`), search with {@link findCandidates} before you create
   * another charge; {@link createWithTxid} does not require this.
   */
  create(body: CobRSolicitada, options?: PixRequestOptions): Promise<CobRGerada> {
    return this.caller.call(cobrOperations.create, { body }, options);
  }

  /**
   * Searches for charges that contain everything that was sent and may come from a {@link create}
   * with an unknown outcome. Also finds charges with the same content that were created otherwise.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the charges in the order of the provider; empty if there are none
   */
  findCandidates(
    body: CobRSolicitada,
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<CobRCompleta[]> {
    return findCandidates(this.caller, cobrOperations.create, body, period, options);
  }

  /**
   * Creates a charge under a txid that you choose.
   *
   * @param txid 26 to 35 letters and digits; `generateTxid()` creates one
   */
  createWithTxid(
    txid: string,
    body: CobRSolicitada,
    options?: PixRequestOptions,
  ): Promise<CobRGerada> {
    return this.caller.call(cobrOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises the status of a charge; only CANCELADA is accepted. */
  revise(txid: string, body: CobRStatusRevisada, options?: PixRequestOptions): Promise<CobRGerada> {
    return this.caller.call(cobrOperations.revise, { params: { txid }, body }, options);
  }

  /**
   * Cancels only this charge by revising its status to CANCELADA; the recurrence remains active.
   */
  cancel(txid: string, options?: PixRequestOptions): Promise<CobRGerada> {
    return this.revise(txid, { status: 'CANCELADA' }, options);
  }

  /** Reads a charge with its settlement attempts. */
  get(txid: string, options?: PixRequestOptions): Promise<CobRCompleta> {
    return this.caller.call(cobrOperations.get, { params: { txid } }, options);
  }

  /** Reads one page of the charges created in a period. */
  list(filter: CobRFilter, options?: PixRequestOptions): Promise<CobsRConsultadas> {
    return this.caller.call(cobrOperations.list, { filter }, options);
  }

  /** Iterates over all charges created in a period, with one page in memory at a time. */
  iterate(filter: CobRFilter, options?: PixIterateOptions): AsyncIterable<CobRCompleta> {
    return iteratePages(this.caller, cobrOperations.list, filter, options);
  }

  /**
   * Requests another settlement attempt; up to 3 within 7 days, only with PERMITE_3R_7D
   * (docs/interface.md#limits).
   *
   * @param data date of the attempt, `YYYY-MM-DD`
   */
  retry(txid: string, data: string, options?: PixRequestOptions): Promise<CobRComTentativas> {
    return this.caller.call(cobrOperations.retry, { params: { txid, data } }, options);
  }
}
