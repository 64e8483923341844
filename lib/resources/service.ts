import {
  findCandidates,
  iteratePages,
  type ItemOf,
  type PixCaller,
  type PixCandidatePeriod,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import type { Plain, PixListOperation, PixOperation } from '../contract/index.js';

/** The operations of one family, or of one provider, for one account. */
export abstract class PixService {
  /** @internal a client creates its services */
  constructor(protected readonly caller: PixCaller) {}
}

/** The operations of a family whose records are listed by period. */
export abstract class PixListService<
  Filter extends object,
  Page extends object,
> extends PixService {
  /** @internal */
  protected abstract readonly pages: PixListOperation<undefined, Page, Filter>;

  /** Reads one page of the records that were created, or received, in a period. */
  list(filter: Filter, options?: PixRequestOptions): Promise<Page> {
    return this.caller.call(this.pages, { filter: filter as Plain<Filter> }, options);
  }

  /** Iterates over all records of a period, with one page in memory at a time. */
  iterate(filter: Filter, options?: PixIterateOptions): AsyncIterable<ItemOf<Page>> {
    return iteratePages(this.caller, this.pages, filter as Plain<Filter>, options);
  }
}

/** A family whose records can be created under an identifier that the provider chooses. */
export abstract class PixCreatingService<
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each family has its own body
  Body extends object,
  Filter extends object,
  Page extends object,
> extends PixListService<Filter, Page> {
  /** @internal */
  protected abstract readonly creation: PixOperation;

  /**
   * Searches for records that contain everything that was sent and may come from a `create` with an
   * unknown outcome. Also finds records with the same content that were created otherwise.
   *
   * @param period when the call was made. Default: the last 10 minutes
   * @returns the records in the order of the provider; empty if there are none
   */
  findCandidates(
    body: Body,
    period: PixCandidatePeriod = {},
    options?: PixRequestOptions,
  ): Promise<ItemOf<Page>[]> {
    return findCandidates(this.caller, this.creation, body, period, options);
  }
}
