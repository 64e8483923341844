import {
  iteratePages,
  type PixCaller,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  cobvOperations,
  type CobVCompleta,
  type CobVFilter,
  type CobVGerada,
  type CobVRevisada,
  type CobVSolicitada,
  type CobsVConsultadas,
  type RevisaoFilter,
} from '../contract/index.js';

/** Due-date charges (`/cobv`), with fine, interest, rebate and discount. */
export class PixCobVService {
  constructor(private readonly caller: PixCaller) {}

  /**
   * Creates a charge under a txid that you choose.
   *
   * @param txid 26 to 35 letters and digits; `generateTxid()` creates one
   */
  createWithTxid(
    txid: string,
    body: CobVSolicitada,
    options?: PixRequestOptions,
  ): Promise<CobVGerada> {
    return this.caller.call(cobvOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises an ATIVA charge. Fields that the body omits are unchanged. */
  revise(txid: string, body: CobVRevisada, options?: PixRequestOptions): Promise<CobVGerada> {
    return this.caller.call(cobvOperations.revise, { params: { txid }, body }, options);
  }

  /** Removes a charge by revising its status to REMOVIDA_PELO_USUARIO_RECEBEDOR. */
  cancel(txid: string, options?: PixRequestOptions): Promise<CobVGerada> {
    return this.revise(txid, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, options);
  }

  /**
   * Reads a charge with the Pix that paid it.
   *
   * @param filter `revisao`: an earlier revision, from 0. Default: the latest
   */
  get(txid: string, filter?: RevisaoFilter, options?: PixRequestOptions): Promise<CobVCompleta> {
    return this.caller.call(cobvOperations.get, { params: { txid }, filter }, options);
  }

  /** Reads one page of the charges created in a period. */
  list(filter: CobVFilter, options?: PixRequestOptions): Promise<CobsVConsultadas> {
    return this.caller.call(cobvOperations.list, { filter }, options);
  }

  /** Iterates over all charges created in a period, with one page in memory at a time. */
  iterate(filter: CobVFilter, options?: PixIterateOptions): AsyncIterable<CobVCompleta> {
    return iteratePages(this.caller, cobvOperations.list, filter, options);
  }
}
