/** Pix Automático: recurrences, requests to confirm them, their charges and locations. */
import {
  findCandidates,
  iteratePages,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  cobrOperations,
  locrecOperations,
  recOperations,
  solicrecOperations,
  type CobRCompleta,
  type CobRFilter,
  type CobRSolicitada,
  type CobRStatusRevisada,
  type PayloadLocationRecCompleta,
  type PayloadLocationRecFilter,
  type RecCompletaPesquisada,
  type RecFilter,
  type RecRevisada,
  type RecSolicitada,
  type RecTxidFilter,
  type SolicRecCompleta,
  type SolicRecRevisada,
  type SolicRecSolicitada,
} from '../contract/index.js';
import { PixService } from './service.js';

/** Recurrences of Pix Automático (`/rec`): authorizations to collect repeatedly from a payer. */
export class PixRecService extends PixService {
  /** Creates a recurrence under an idRec that the provider chooses. */
  create(body: RecSolicitada, options?: PixRequestOptions) {
    return this.caller.call(recOperations.create, { body }, options);
  }

  /**
   * Searches for recurrences that contain everything that was sent and may come from a {@link
   * create} with an unknown outcome. Also finds recurrences with the same content that were created
   * otherwise.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the recurrences in the order of the provider; empty if there are none
   */
  findCandidates(
    body: RecSolicitada,
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<RecCompletaPesquisada[]> {
    return findCandidates(this.caller, recOperations.create, body, period, options);
  }

  /** Revises a recurrence. Fields that the body omits are unchanged. */
  revise(idRec: string, body: RecRevisada, options?: PixRequestOptions) {
    return this.caller.call(recOperations.revise, { params: { idRec }, body }, options);
  }

  /** Cancels the recurrence, including its future charges, by revising its status to CANCELADA. */
  cancel(idRec: string, options?: PixRequestOptions) {
    return this.revise(idRec, { status: 'CANCELADA' }, options);
  }

  /**
   * Reads a recurrence.
   *
   * @param filter `txid`: the charge whose QR code also contains the recurrence
   */
  get(idRec: string, filter?: RecTxidFilter, options?: PixRequestOptions) {
    return this.caller.call(recOperations.get, { params: { idRec }, filter }, options);
  }

  /** Reads one page of the recurrences created in a period. */
  list(filter: RecFilter, options?: PixRequestOptions) {
    return this.caller.call(recOperations.list, { filter }, options);
  }

  /** Iterates over all recurrences created in a period, with one page in memory at a time. */
  iterate(filter: RecFilter, options?: PixIterateOptions): AsyncIterable<RecCompletaPesquisada> {
    return iteratePages(this.caller, recOperations.list, filter, options);
  }
}

/**
 * Requests to confirm a recurrence (`/solicrec`), which payers receive in their bank's application.
 */
export class PixSolicRecService extends PixService {
  /** Sends a request under an idSolicRec that the provider chooses. */
  create(body: SolicRecSolicitada, options?: PixRequestOptions) {
    return this.caller.call(solicrecOperations.create, { body }, options);
  }

  /**
   * Searches for the requests of a recurrence that contain everything that was sent and may come
   * from a {@link create} with an unknown outcome.
   *
   * @throws PixRespostaInvalidaError if the provider does not return the requests of the recurrence
   * @returns the requests in the order of the provider; empty if there are none
   */
  findCandidates(
    body: SolicRecSolicitada,
    options?: PixRequestOptions,
  ): Promise<SolicRecCompleta[]> {
    return findCandidates(this.caller, solicrecOperations.create, body, {}, options);
  }

  /** Revises the status of a request; only CANCELADA is accepted. */
  revise(idSolicRec: string, body: SolicRecRevisada, options?: PixRequestOptions) {
    return this.caller.call(solicrecOperations.revise, { params: { idSolicRec }, body }, options);
  }

  /** Cancels a request by revising its status to CANCELADA. */
  cancel(idSolicRec: string, options?: PixRequestOptions) {
    return this.revise(idSolicRec, { status: 'CANCELADA' }, options);
  }

  /** Reads a request. */
  get(idSolicRec: string, options?: PixRequestOptions) {
    return this.caller.call(solicrecOperations.get, { params: { idSolicRec } }, options);
  }
}

/** Recurring charges (`/cobr`) of a recurrence that the payer has approved. */
export class PixCobRService extends PixService {
  /**
   * Creates a charge under a txid that the provider chooses. The request is sent at most once. If
   * its outcome is unknown (`resultUnknown`), search with {@link findCandidates} before you create
   * another charge; {@link createWithTxid} does not require this.
   */
  create(body: CobRSolicitada, options?: PixRequestOptions) {
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
  createWithTxid(txid: string, body: CobRSolicitada, options?: PixRequestOptions) {
    return this.caller.call(cobrOperations.createWithTxid, { params: { txid }, body }, options);
  }

  /** Revises the status of a charge; only CANCELADA is accepted. */
  revise(txid: string, body: CobRStatusRevisada, options?: PixRequestOptions) {
    return this.caller.call(cobrOperations.revise, { params: { txid }, body }, options);
  }

  /**
   * Cancels only this charge by revising its status to CANCELADA; the recurrence remains active.
   */
  cancel(txid: string, options?: PixRequestOptions) {
    return this.revise(txid, { status: 'CANCELADA' }, options);
  }

  /** Reads a charge with its settlement attempts. */
  get(txid: string, options?: PixRequestOptions) {
    return this.caller.call(cobrOperations.get, { params: { txid } }, options);
  }

  /** Reads one page of the charges created in a period. */
  list(filter: CobRFilter, options?: PixRequestOptions) {
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
  retry(txid: string, data: string, options?: PixRequestOptions) {
    return this.caller.call(cobrOperations.retry, { params: { txid, data } }, options);
  }
}

/**
 * Payload locations of recurrences (`/locrec`).
 */
export class PixLocRecService extends PixService {
  /** Creates a location. */
  create(options?: PixRequestOptions) {
    return this.caller.call(locrecOperations.create, {}, options);
  }

  /**
   * Searches for locations that may come from a {@link create} with an unknown outcome. Also finds
   * locations that were created otherwise.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the locations in the order of the provider; empty if there are none
   */
  findCandidates(
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<PayloadLocationRecCompleta[]> {
    return findCandidates(this.caller, locrecOperations.create, undefined, period, options);
  }

  /** Reads a location, with the idRec of its recurrence if it has one. */
  get(id: number, options?: PixRequestOptions) {
    return this.caller.call(locrecOperations.get, { params: { id } }, options);
  }

  /** Detaches the recurrence from a location, which is then free for another one. */
  unlinkIdRec(id: number, options?: PixRequestOptions) {
    return this.caller.call(locrecOperations.unlinkIdRec, { params: { id } }, options);
  }

  /** Reads one page of the locations created in a period. */
  list(filter: PayloadLocationRecFilter, options?: PixRequestOptions) {
    return this.caller.call(locrecOperations.list, { filter }, options);
  }

  /** Iterates over all locations created in a period, with one page in memory at a time. */
  iterate(
    filter: PayloadLocationRecFilter,
    options?: PixIterateOptions,
  ): AsyncIterable<PayloadLocationRecCompleta> {
    return iteratePages(this.caller, locrecOperations.list, filter, options);
  }
}
