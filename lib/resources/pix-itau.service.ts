import type { PixCaller, PixRequestOptions } from '../client/index.js';
import { itauOperations, type ItauDadosPagador } from '../contract/index.js';

/**
 * Operations that only Itaú offers. At other providers every method fails with NotImplementedError
 * before anything is sent.
 */
export class PixItauService {
  constructor(private readonly caller: PixCaller) {}

  /** Reads the payer of a recurrence. */
  getDadosPagador(idRec: string, options?: PixRequestOptions): Promise<ItauDadosPagador> {
    return this.caller.call(itauOperations.getDadosPagador, { params: { idRec } }, options);
  }
}
