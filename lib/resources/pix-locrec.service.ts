import {
  findCandidates,
  iteratePages,
  type PixCaller,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  locrecOperations,
  type PayloadLocationRecCompleta,
  type PayloadLocationRecConsultadas,
  type PayloadLocationRecFilter,
  type PayloadLocationRecGerada,
} from '../contract/index.js';

/**
 * Payload locations of recurrences (`/locrec`).
 */
export class PixLocRecService {
  constructor(private readonly caller: PixCaller) {}

  /** Creates a location. */
  create(options?: PixRequestOptions): Promise<PayloadLocationRecGerada> {
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
  get(id: number, options?: PixRequestOptions): Promise<PayloadLocationRecCompleta> {
    return this.caller.call(locrecOperations.get, { params: { id } }, options);
  }

  /** Detaches the recurrence from a location, which is then free for another one. */
  unlinkIdRec(id: number, options?: PixRequestOptions): Promise<PayloadLocationRecCompleta> {
    return this.caller.call(locrecOperations.unlinkIdRec, { params: { id } }, options);
  }

  /** Reads one page of the locations created in a period. */
  list(
    filter: PayloadLocationRecFilter,
    options?: PixRequestOptions,
  ): Promise<PayloadLocationRecConsultadas> {
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
