/** Immediate and due-date charges, batches of them, and their locations. */
import {
  findCandidates,
  iteratePages,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  cobOperations,
  cobvOperations,
  locOperations,
  lotecobvOperations,
  type CobCompleta,
  type CobFilter,
  type CobRevisada,
  type CobSolicitada,
  type CobVCompleta,
  type CobVFilter,
  type CobVRevisada,
  type CobVSolicitada,
  type ConsultaFilter,
  type LoteCobVBody,
  type LoteCobVBodyRevisado,
  type LoteCobVConsultado,
  type PayloadLocationCompleta,
  type PayloadLocationFilter,
  type PayloadLocationSolicitada,
  type RevisaoFilter,
} from '../contract/index.js';
import { PixService } from './service.js';

/**
 * Immediate charges (`/cob`). Every method throws a `ValidationError` for invalid input before
 * anything is sent, and a `PixAPIException` for a failed response or connection
 * (docs/interface.md#errors).
 */
export class PixCobService extends PixService {
  /**
   * Creates a charge under a txid that the provider chooses. The request is sent at most once. If
   * its outcome is unknown (`resultUnknown`), search with {@link findCandidates} before you create
   * another charge; {@link createWithTxid} does not require this.
   */
  create(body: CobSolicitada, options?: PixRequestOptions) {
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
  createWithTxid(txid: string, body: CobSolicitada, options?: PixRequestOptions) {
    return this.caller.call(cobOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises an ATIVA charge. Fields that the body omits are unchanged. */
  revise(txid: string, body: CobRevisada, options?: PixRequestOptions) {
    return this.caller.call(cobOperations.revise, { params: { txid }, body }, options);
  }

  /** Removes a charge by revising its status to REMOVIDA_PELO_USUARIO_RECEBEDOR. */
  cancel(txid: string, options?: PixRequestOptions) {
    return this.revise(txid, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, options);
  }

  /**
   * Reads a charge with the Pix that paid it.
   *
   * @param filter `revisao`: an earlier revision, from 0. Default: the latest
   */
  get(txid: string, filter?: RevisaoFilter, options?: PixRequestOptions) {
    return this.caller.call(cobOperations.get, { params: { txid }, filter }, options);
  }

  /** Reads one page of the charges created in a period. */
  list(filter: CobFilter, options?: PixRequestOptions) {
    return this.caller.call(cobOperations.list, { filter }, options);
  }

  /** Iterates over all charges created in a period, with one page in memory at a time. */
  iterate(filter: CobFilter, options?: PixIterateOptions): AsyncIterable<CobCompleta> {
    return iteratePages(this.caller, cobOperations.list, filter, options);
  }
}

/** Due-date charges (`/cobv`), with fine, interest, rebate and discount. */
export class PixCobVService extends PixService {
  /**
   * Creates a charge under a txid that you choose.
   *
   * @param txid 26 to 35 letters and digits; `generateTxid()` creates one
   */
  createWithTxid(txid: string, body: CobVSolicitada, options?: PixRequestOptions) {
    return this.caller.call(cobvOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises an ATIVA charge. Fields that the body omits are unchanged. */
  revise(txid: string, body: CobVRevisada, options?: PixRequestOptions) {
    return this.caller.call(cobvOperations.revise, { params: { txid }, body }, options);
  }

  /** Removes a charge by revising its status to REMOVIDA_PELO_USUARIO_RECEBEDOR. */
  cancel(txid: string, options?: PixRequestOptions) {
    return this.revise(txid, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, options);
  }

  /**
   * Reads a charge with the Pix that paid it.
   *
   * @param filter `revisao`: an earlier revision, from 0. Default: the latest
   */
  get(txid: string, filter?: RevisaoFilter, options?: PixRequestOptions) {
    return this.caller.call(cobvOperations.get, { params: { txid }, filter }, options);
  }

  /** Reads one page of the charges created in a period. */
  list(filter: CobVFilter, options?: PixRequestOptions) {
    return this.caller.call(cobvOperations.list, { filter }, options);
  }

  /** Iterates over all charges created in a period, with one page in memory at a time. */
  iterate(filter: CobVFilter, options?: PixIterateOptions): AsyncIterable<CobVCompleta> {
    return iteratePages(this.caller, cobvOperations.list, filter, options);
  }
}

/**
 * Batches of due-date charges (`/lotecobv`). The provider accepts a batch and processes it later;
 * read it for the result of each charge.
 */
export class PixLoteCobVService extends PixService {
  /** Creates a batch under an identifier that you choose. The response (202) is empty. */
  create(id: string | number, body: LoteCobVBody, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(lotecobvOperations.create, { params: { id }, body }, options);
  }

  /** Revises charges of a batch. The response (202) is empty. */
  revise(
    id: string | number,
    body: LoteCobVBodyRevisado,
    options?: PixRequestOptions,
  ): Promise<void> {
    return this.caller.call(lotecobvOperations.revise, { params: { id }, body }, options);
  }

  /** Reads a batch with the status of each charge, and the problem of each refused one. */
  get(id: string | number, options?: PixRequestOptions) {
    return this.caller.call(lotecobvOperations.get, { params: { id } }, options);
  }

  /** Reads one page of the batches created in a period. */
  list(filter: ConsultaFilter, options?: PixRequestOptions) {
    return this.caller.call(lotecobvOperations.list, { filter }, options);
  }

  /** Iterates over all batches created in a period, with one page in memory at a time. */
  iterate(filter: ConsultaFilter, options?: PixIterateOptions): AsyncIterable<LoteCobVConsultado> {
    return iteratePages(this.caller, lotecobvOperations.list, filter, options);
  }
}

/** Payload locations (`/loc`): addresses for QR codes that can be created before their charge. */
export class PixLocService extends PixService {
  /** Creates a location for an immediate charge (`cob`) or a due-date charge (`cobv`). */
  create(body: PayloadLocationSolicitada, options?: PixRequestOptions) {
    return this.caller.call(locOperations.create, { body }, options);
  }

  /**
   * Searches for locations that contain everything that was sent and may come from a {@link create}
   * with an unknown outcome. Also finds locations with the same content that were created
   * otherwise.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the locations in the order of the provider; empty if there are none
   */
  findCandidates(
    body: PayloadLocationSolicitada,
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<PayloadLocationCompleta[]> {
    return findCandidates(this.caller, locOperations.create, body, period, options);
  }

  /** Reads a location, with the txid of its charge if it has one. */
  get(id: number, options?: PixRequestOptions) {
    return this.caller.call(locOperations.get, { params: { id } }, options);
  }

  /** Detaches the charge from a location, which is then free for another one. */
  unlinkTxid(id: number, options?: PixRequestOptions) {
    return this.caller.call(locOperations.unlinkTxid, { params: { id } }, options);
  }

  /** Reads one page of the locations created in a period. */
  list(filter: PayloadLocationFilter, options?: PixRequestOptions) {
    return this.caller.call(locOperations.list, { filter }, options);
  }

  /** Iterates over all locations created in a period, with one page in memory at a time. */
  iterate(
    filter: PayloadLocationFilter,
    options?: PixIterateOptions,
  ): AsyncIterable<PayloadLocationCompleta> {
    return iteratePages(this.caller, locOperations.list, filter, options);
  }
}
