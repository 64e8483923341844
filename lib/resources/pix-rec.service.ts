import {
  findCandidates,
  iteratePages,
  type PixCaller,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  recOperations,
  type RecCompleta,
  type RecCompletaPesquisada,
  type RecFilter,
  type RecGerada,
  type RecRevisada,
  type RecSolicitada,
  type RecTxidFilter,
  type RecsConsultadas,
} from '../contract/index.js';

/**
 * Recurrences of Pix Automático (`/rec`): what a payer agrees to be charged again and again.
 */
export class PixRecService {
  constructor(private readonly caller: PixCaller) {}

  /** Creates a recurrence under an idRec that the provider chooses. */
  create(body: RecSolicitada, options?: PixRequestOptions): Promise<RecGerada> {
    return this.caller.call(recOperations.create, { body }, options);
  }

  /**
   * Searches for the recurrences that hold what was sent and may have been left by a {@link create} whose outcome is unknown. A recurrence that was
   * created otherwise with the same content is found as well.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the recurrences, in the order of the provider; empty when there is none
   */
  findCandidates(
    body: RecSolicitada,
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<RecCompletaPesquisada[]> {
    return findCandidates(this.caller, recOperations.create, body, period, options);
  }

  /** Changes a recurrence; what the body leaves out stays as it is. */
  revise(idRec: string, body: RecRevisada, options?: PixRequestOptions): Promise<RecGerada> {
    return this.caller.call(recOperations.revise, { params: { idRec }, body }, options);
  }

  /** Ends the whole link, its future charges included: revises its status to CANCELADA. */
  cancel(idRec: string, options?: PixRequestOptions): Promise<RecGerada> {
    return this.revise(idRec, { status: 'CANCELADA' }, options);
  }

  /**
   * Reads a recurrence.
   *
   * @param filter `txid`: the charge whose QR Code also carries the recurrence
   */
  get(idRec: string, filter?: RecTxidFilter, options?: PixRequestOptions): Promise<RecCompleta> {
    return this.caller.call(recOperations.get, { params: { idRec }, filter }, options);
  }

  /** One page of the recurrences created in a period. */
  list(filter: RecFilter, options?: PixRequestOptions): Promise<RecsConsultadas> {
    return this.caller.call(recOperations.list, { filter }, options);
  }

  /** All recurrences created in a period, holding one page at a time. */
  iterate(filter: RecFilter, options?: PixIterateOptions): AsyncIterable<RecCompletaPesquisada> {
    return iteratePages(this.caller, recOperations.list, filter, options);
  }
}
