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
   * Searches for the locations and may have been left by a {@link create} whose outcome is unknown. A location that was
   * created otherwise with the same content is found as well.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the locations, in the order of the provider; empty when there is none
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

  /** Takes the recurrence off a location, which is then free for another. */
  unlinkIdRec(id: number, options?: PixRequestOptions): Promise<PayloadLocationRecCompleta> {
    return this.caller.call(locrecOperations.unlinkIdRec, { params: { id } }, options);
  }

  /** One page of the locations created in a period. */
  list(
    filter: PayloadLocationRecFilter,
    options?: PixRequestOptions,
  ): Promise<PayloadLocationRecConsultadas> {
    return this.caller.call(locrecOperations.list, { filter }, options);
  }

  /** All locations created in a period, holding one page at a time. */
  iterate(
    filter: PayloadLocationRecFilter,
    options?: PixIterateOptions,
  ): AsyncIterable<PayloadLocationRecCompleta> {
    return iteratePages(this.caller, locrecOperations.list, filter, options);
  }
}
