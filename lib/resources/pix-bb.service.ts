import type { PixCaller, PixRequestOptions } from '../client/index.js';
import {
  bbOperations,
  type BbDevolucoesConsultadas,
  type BbDevolucoesFilter,
  type BbPixConsultados,
  type BbPixFilter,
} from '../contract/index.js';

/**
 * What exists at Banco do Brasil alone. At another provider every method fails with NotImplementedError before anything
 * is sent.
 */
export class PixBbService {
  constructor(private readonly caller: PixCaller) {}

  /** One page of received Pix, also by key and by whether they are disputed. */
  listPix(filter: BbPixFilter, options?: PixRequestOptions): Promise<BbPixConsultados> {
    return this.caller.call(bbOperations.listPix, { filter }, options);
  }

  /** One page of refunds, also by their status. */
  listDevolucoes(
    filter: BbDevolucoesFilter,
    options?: PixRequestOptions,
  ): Promise<BbDevolucoesConsultadas> {
    return this.caller.call(bbOperations.listDevolucoes, { filter }, options);
  }
}
