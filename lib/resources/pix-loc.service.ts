import {
  findCandidates,
  iteratePages,
  type PixCaller,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  locOperations,
  type PayloadLocation,
  type PayloadLocationCompleta,
  type PayloadLocationConsultadas,
  type PayloadLocationFilter,
  type PayloadLocationSolicitada,
} from '../contract/index.js';

/**
 * Payload locations (`/loc`): addresses for QR Codes that can be made before their charge.
 */
export class PixLocService {
  constructor(private readonly caller: PixCaller) {}

  /** Creates a location for an immediate (`cob`) or a due-date (`cobv`) charge. */
  create(body: PayloadLocationSolicitada, options?: PixRequestOptions): Promise<PayloadLocation> {
    return this.caller.call(locOperations.create, { body }, options);
  }

  /**
   * Searches for the locations that hold what was sent and may have been left by a {@link create} whose outcome is unknown. A location that was
   * created otherwise with the same content is found as well.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the locations, in the order of the provider; empty when there is none
   */
  findCandidates(
    body: PayloadLocationSolicitada,
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<PayloadLocationCompleta[]> {
    return findCandidates(this.caller, locOperations.create, body, period, options);
  }

  /** Reads a location, with the txid of its charge if it has one. */
  get(id: number, options?: PixRequestOptions): Promise<PayloadLocationCompleta> {
    return this.caller.call(locOperations.get, { params: { id } }, options);
  }

  /** Takes the charge off a location, which is then free for another. */
  unlinkTxid(id: number, options?: PixRequestOptions): Promise<PayloadLocation> {
    return this.caller.call(locOperations.unlinkTxid, { params: { id } }, options);
  }

  /** One page of the locations created in a period. */
  list(
    filter: PayloadLocationFilter,
    options?: PixRequestOptions,
  ): Promise<PayloadLocationConsultadas> {
    return this.caller.call(locOperations.list, { filter }, options);
  }

  /** All locations created in a period, holding one page at a time. */
  iterate(
    filter: PayloadLocationFilter,
    options?: PixIterateOptions,
  ): AsyncIterable<PayloadLocationCompleta> {
    return iteratePages(this.caller, locOperations.list, filter, options);
  }
}
