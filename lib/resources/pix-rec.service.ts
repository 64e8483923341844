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

/** Recurrences of Pix Automático (`/rec`): authorizations to collect repeatedly from a payer. */
export class PixRecService {
  constructor(private readonly caller: PixCaller) {}

  /** Creates a recurrence under an idRec that the provider chooses. */
  create(body: RecSolicitada, options?: PixRequestOptions): Promise<RecGerada> {
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
  revise(idRec: string, body: RecRevisada, options?: PixRequestOptions): Promise<RecGerada> {
    return this.caller.call(recOperations.revise, { params: { idRec }, body }, options);
  }

  /** Cancels the recurrence, including its future charges, by revising its status to CANCELADA. */
  cancel(idRec: string, options?: PixRequestOptions): Promise<RecGerada> {
    return this.revise(idRec, { status: 'CANCELADA' }, options);
  }

  /**
   * Reads a recurrence.
   *
   * @param filter `txid`: the charge whose QR code also contains the recurrence
   */
  get(idRec: string, filter?: RecTxidFilter, options?: PixRequestOptions): Promise<RecCompleta> {
    return this.caller.call(recOperations.get, { params: { idRec }, filter }, options);
  }

  /** Reads one page of the recurrences created in a period. */
  list(filter: RecFilter, options?: PixRequestOptions): Promise<RecsConsultadas> {
    return this.caller.call(recOperations.list, { filter }, options);
  }

  /** Iterates over all recurrences created in a period, with one page in memory at a time. */
  iterate(filter: RecFilter, options?: PixIterateOptions): AsyncIterable<RecCompletaPesquisada> {
    return iteratePages(this.caller, recOperations.list, filter, options);
  }
}
