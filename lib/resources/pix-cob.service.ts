import {
  findCandidates,
  iteratePages,
  type PixCaller,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  cobOperations,
  type CobCompleta,
  type CobFilter,
  type CobGerada,
  type CobRevisada,
  type CobSolicitada,
  type CobsConsultadas,
  type RevisaoFilter,
} from '../contract/index.js';

/**
 * Immediate charges (`/cob`). Every method throws a `ValidationError` for invalid input before
 * anything is sent, and a `PixAPIException` for a failed response or connection
 * (docs/interface.md#errors).
 */
export class PixCobService {
  constructor(private readonly caller: PixCaller) {}

  /**
   * Creates a charge under a txid that the provider chooses. The request is sent at most once. If
   * its outcome is unknown (`resultUnknown`), search with {@link findCandidates} before you create
   * another charge; {@link createWithTxid} does not require this.
   */
  create(body: CobSolicitada, options?: PixRequestOptions): Promise<CobGerada> {
    return this.caller.call(cobOperations.create, { body }, options);
  }

  /**
   * Searches for charges that contain everything that was sent and may come from a {@link create}
   * with an unknown outcome. Also finds charges with the same content that were created otherwise.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the charges in the order of the provider; empty if there are none
   */
  findCandidates(
    body: CobSolicitada,
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<CobCompleta[]> {
    return findCandidates(this.caller, cobOperations.create, body, period, options);
  }

  /**
   * Creates a charge under a txid that you choose.
   *
   * @param txid 26 to 35 letters and digits; `generateTxid()` creates one
   */
  createWithTxid(
    txid: string,
    body: CobSolicitada,
    options?: PixRequestOptions,
  ): Promise<CobGerada> {
    return this.caller.call(cobOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises an ATIVA charge. Fields that the body omits are unchanged. */
  revise(txid: string, body: CobRevisada, options?: PixRequestOptions): Promise<CobGerada> {
    return this.caller.call(cobOperations.revise, { params: { txid }, body }, options);
  }

  /** Removes a charge by revising its status to REMOVIDA_PELO_USUARIO_RECEBEDOR. */
  cancel(txid: string, options?: PixRequestOptions): Promise<CobGerada> {
    return this.revise(txid, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, options);
  }

  /**
   * Reads a charge with the Pix that paid it.
   *
   * @param filter `revisao`: an earlier revision, from 0. Default: the latest
   */
  get(txid: string, filter?: RevisaoFilter, options?: PixRequestOptions): Promise<CobCompleta> {
    return this.caller.call(cobOperations.get, { params: { txid }, filter }, options);
  }

  /** Reads one page of the charges created in a period. */
  list(filter: CobFilter, options?: PixRequestOptions): Promise<CobsConsultadas> {
    return this.caller.call(cobOperations.list, { filter }, options);
  }

  /** Iterates over all charges created in a period, with one page in memory at a time. */
  iterate(filter: CobFilter, options?: PixIterateOptions): AsyncIterable<CobCompleta> {
    return iteratePages(this.caller, cobOperations.list, filter, options);
  }
}
