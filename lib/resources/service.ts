import type { PixCaller } from '../client/index.js';

/** The operations of one family, or of one provider, for one account. */
export abstract class PixService {
  /** @internal a client creates its services */
  constructor(protected readonly caller: PixCaller) {}
}
