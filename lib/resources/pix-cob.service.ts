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
 * Immediate charges (`/cob`). Every method refuses bad input with `ValidationError` before anything is sent and fails
 * with a `PixAPIException` for what the provider or the network answered (docs/interface.md#errors).
 */
export class PixCobService {
  constructor(private readonly caller: PixCaller) {}

  /**
   * Creates a charge under a txid that the provider chooses. It is sent at most once. When its outcome is unknown
   * (`resultUnknown`), search with {@link findCandidates} before you create another; {@link createWithTxid} needs no such
   * search.
   */
  create(body: CobSolicitada, options?: PixRequestOptions): Promise<CobGerada> {
    return this.caller.call(cobOperations.create, { body }, options);
  }

  /**
   * Searches for the charges that hold what was sent and may have been left by a {@link create} whose outcome is unknown. A charge that was
   * created otherwise with the same content is found as well.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the charges, in the order of the provider; empty when there is none
   */
  findCandidates(
    body: CobSolicitada,
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<CobCompleta[]> {
    return findCandidates(this.caller, cobOperations.create, body, period, options);
  }

  /**
   * Creates a charge under a txid of one's own.
   *
   * @param txid 26 to 35 letters and digits; `generateTxid()` makes one
   */
  createWithTxid(
    txid: string,
    body: CobSolicitada,
    options?: PixRequestOptions,
  ): Promise<CobGerada> {
    return this.caller.call(cobOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Changes a charge that is ATIVA; what the body leaves out stays as it is. */
  revise(txid: string, body: CobRevisada, options?: PixRequestOptions): Promise<CobGerada> {
    return this.caller.call(cobOperations.revise, { params: { txid }, body }, options);
  }

  /** Removes a charge: revises its status to REMOVIDA_PELO_USUARIO_RECEBEDOR. */
  cancel(txid: string, options?: PixRequestOptions): Promise<CobGerada> {
    return this.revise(txid, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, options);
  }

  /**
   * Reads a charge with the Pix that paid it.
   *
   * @param filter `revisao`: an earlier revision, from 0; the latest when left out
   */
  get(txid: string, filter?: RevisaoFilter, options?: PixRequestOptions): Promise<CobCompleta> {
    return this.caller.call(cobOperations.get, { params: { txid }, filter }, options);
  }

  /** One page of the charges created in a period. */
  list(filter: CobFilter, options?: PixRequestOptions): Promise<CobsConsultadas> {
    return this.caller.call(cobOperations.list, { filter }, options);
  }

  /** All charges created in a period, holding one page at a time. */
  iterate(filter: CobFilter, options?: PixIterateOptions): AsyncIterable<CobCompleta> {
    return iteratePages(this.caller, cobOperations.list, filter, options);
  }
}
