import type { PixCaller, PixRequestOptions } from '../client/index.js';
import {
  interOperations,
  type InterCallbacksConsultados,
  type InterCallbacksFilter,
  type InterLoteSumario,
  type InterPagamento,
  type InterReenvioCallbacks,
  type LoteCobVConsultado,
} from '../contract/index.js';

/**
 * What exists at Inter alone (docs/interface.md#operations-of-one-provider). At another provider every method fails
 * with NotImplementedError, in the wrong environment with ValueError, before anything is sent.
 */
export class PixInterService {
  constructor(private readonly caller: PixCaller) {}

  /**
   * Pays an immediate charge. Sandbox only.
   *
   * @param valor amount, a number here: `150` or `37.5`
   */
  payCob(txid: string, valor: number, options?: PixRequestOptions): Promise<InterPagamento> {
    return this.caller.call(interOperations.payCob, { params: { txid }, body: { valor } }, options);
  }

  /**
   * Pays a due-date charge. Sandbox only.
   *
   * @param valor amount, a number here
   */
  payCobV(txid: string, valor: number, options?: PixRequestOptions): Promise<InterPagamento> {
    return this.caller.call(
      interOperations.payCobV,
      { params: { txid }, body: { valor } },
      options,
    );
  }

  /** One page of the callbacks that Inter tried to deliver. Production only. */
  listCallbacks(
    filter: InterCallbacksFilter,
    options?: PixRequestOptions,
  ): Promise<InterCallbacksConsultados> {
    return this.caller.call(interOperations.listCallbacks, { filter }, options);
  }

  /** Has callbacks delivered again, for up to 50 txids. Production only. */
  retryCallbacks(body: InterReenvioCallbacks, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(interOperations.retryCallbacks, { body }, options);
  }

  /** How many charges of a batch are in which status. */
  getLoteSummary(id: string | number, options?: PixRequestOptions): Promise<InterLoteSumario> {
    return this.caller.call(interOperations.getLoteSummary, { params: { id } }, options);
  }

  /** The charges of a batch that are in one status. */
  listLoteByStatus(
    id: string | number,
    situacao: string,
    options?: PixRequestOptions,
  ): Promise<LoteCobVConsultado> {
    return this.caller.call(
      interOperations.listLoteByStatus,
      { params: { id, situacao } },
      options,
    );
  }
}
