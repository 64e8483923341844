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

/** Payload locations (`/loc`): addresses for QR codes that can be created before their charge. */
export class PixLocService {
  constructor(private readonly caller: PixCaller) {}

  /** Creates a location for an immediate charge (`cob`) or a due-date charge (`cobv`). */
  create(body: PayloadLocationSolicitada, options?: PixRequestOptions): Promise<PayloadLocation> {
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
  get(id: number, options?: PixRequestOptions): Promise<PayloadLocationCompleta> {
    return this.caller.call(locOperations.get, { params: { id } }, options);
  }

  /** Detaches the charge from a location, which is then free for another one. */
  unlinkTxid(id: number, options?: PixRequestOptions): Promise<PayloadLocation> {
    return this.caller.call(locOperations.unlinkTxid, { params: { id } }, options);
  }

  /** Reads one page of the locations created in a period. */
  list(
    filter: PayloadLocationFilter,
    options?: PixRequestOptions,
  ): Promise<PayloadLocationConsultadas> {
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
