import type { PixCaller, PixRequestOptions } from '../client/index.js';
import {
  bbOperations,
  type BbDevolucoesConsultadas,
  type BbDevolucoesFilter,
  type BbPixConsultados,
  type BbPixFilter,
} from '../contract/index.js';

/**
 * Operations that only Banco do Brasil offers. At other providers every method fails with
 * NotImplementedError before anything is sent.
 */
export class PixBbService {
  constructor(private readonly caller: PixCaller) {}

  /** Reads one page of received Pix; can also filter by key and by dispute. */
  listPix(filter: BbPixFilter, options?: PixRequestOptions): Promise<BbPixConsultados> {
    return this.caller.call(bbOperations.listPix, { filter }, options);
  }

  /** Reads one page of refunds; can also filter by status. */
  listDevolucoes(
    filter: BbDevolucoesFilter,
    options?: PixRequestOptions,
  ): Promise<BbDevolucoesConsultadas> {
    return this.caller.call(bbOperations.listDevolucoes, { filter }, options);
  }
}
