import type { PixCaller, PixRequestOptions } from '../client/index.js';
import {
  interOperations,
  type InterCallbacksConsultados,
  type InterCallbacksFilter,
  type InterLoteSumario,
  type InterPagamento,
  type InterPagamentoCobR,
  type InterPagamentoCobRSolicitado,
  type InterReenvioCallbacks,
  type InterStatusCobR,
  type InterStatusRec,
  type InterStatusSolicRec,
  type LoteCobVConsultado,
} from '../contract/index.js';

/**
 * Operations that only Inter offers (docs/interface.md#operations-of-one-provider). At other
 * providers every method fails with NotImplementedError, in the wrong environment with ValueError,
 * before anything is sent.
 */
export class PixInterService {
  constructor(private readonly caller: PixCaller) {}

  /**
   * Pays an immediate charge. Only in the sandbox.
   *
   * @param valor amount as a number, unlike in other methods: `150` or `37.5`
   */
  payCob(txid: string, valor: number, options?: PixRequestOptions): Promise<InterPagamento> {
    return this.caller.call(interOperations.payCob, { params: { txid }, body: { valor } }, options);
  }

  /**
   * Pays a due-date charge. Only in the sandbox.
   *
   * @param valor amount as a number
   */
  payCobV(txid: string, valor: number, options?: PixRequestOptions): Promise<InterPagamento> {
    return this.caller.call(
      interOperations.payCobV,
      { params: { txid }, body: { valor } },
      options,
    );
  }

  /** Pays a recurring charge. Only in the sandbox. */
  payCobR(
    body: InterPagamentoCobRSolicitado,
    options?: PixRequestOptions,
  ): Promise<InterPagamentoCobR> {
    return this.caller.call(interOperations.payCobR, { body }, options);
  }

  /** Approves or cancels a recurrence, as its payer. Only in the sandbox. */
  setRecStatus(idRec: string, body: InterStatusRec, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(interOperations.setRecStatus, { params: { idRec }, body }, options);
  }

  /**
   * Changes the status of the request to confirm a recurrence, as its payer. Only in the sandbox.
   *
   * @param idRec identifier of the recurrence, not of the request
   */
  setSolicRecStatus(
    idRec: string,
    body: InterStatusSolicRec,
    options?: PixRequestOptions,
  ): Promise<void> {
    return this.caller.call(
      interOperations.setSolicRecStatus,
      { params: { idRec }, body },
      options,
    );
  }

  /** Cancels a recurring charge from outside. Only in the sandbox. */
  setCobRStatus(txid: string, body: InterStatusCobR, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(interOperations.setCobRStatus, { params: { txid }, body }, options);
  }

  /** Reads one page of Inter's delivery attempts. Only in production. */
  listCallbacks(
    filter: InterCallbacksFilter,
    options?: PixRequestOptions,
  ): Promise<InterCallbacksConsultados> {
    return this.caller.call(interOperations.listCallbacks, { filter }, options);
  }

  /** Requests redelivery of callbacks, for up to 50 txids. Only in production. */
  retryCallbacks(body: InterReenvioCallbacks, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(interOperations.retryCallbacks, { body }, options);
  }

  /** Counts the charges of a batch by status. */
  getLoteSummary(id: string | number, options?: PixRequestOptions): Promise<InterLoteSumario> {
    return this.caller.call(interOperations.getLoteSummary, { params: { id } }, options);
  }

  /** Reads the charges of a batch with a status. */
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
