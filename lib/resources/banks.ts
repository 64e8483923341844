/** Operations that only one provider offers. */
import type { PixRequestOptions } from '../client/index.js';
import {
  bbOperations,
  bradescoOperations,
  efiOperations,
  interOperations,
  itauOperations,
  pagbankOperations,
  type BbDevolucoesFilter,
  type BbPixFilter,
  type BbWebhookSolicRecSolicitado,
  type CobSolicitada,
  type CobVSolicitada,
  type EfiReenvioWebhook,
  type InterCallbacksFilter,
  type InterPagamentoCobRSolicitado,
  type InterReenvioCallbacks,
  type InterStatusCobR,
  type InterStatusRec,
  type InterStatusSolicRec,
} from '../contract/index.js';
import { PixService } from './service.js';

/**
 * Operations that only Inter offers (docs/interface.md#operations-of-one-provider). At other
 * providers every method fails with NotImplementedError, in the wrong environment with ValueError,
 * before anything is sent.
 */
export class PixInterService extends PixService {
  /**
   * Pays an immediate charge. Only in the sandbox.
   *
   * @param valor amount as a number, unlike in other methods: `150` or `37.5`
   */
  payCob(txid: string, valor: number, options?: PixRequestOptions) {
    return this.caller.call(interOperations.payCob, { params: { txid }, body: { valor } }, options);
  }

  /**
   * Pays a due-date charge. Only in the sandbox.
   *
   * @param valor amount as a number
   */
  payCobV(txid: string, valor: number, options?: PixRequestOptions) {
    return this.caller.call(
      interOperations.payCobV,
      { params: { txid }, body: { valor } },
      options,
    );
  }

  /** Pays a recurring charge. Only in the sandbox. */
  payCobR(body: InterPagamentoCobRSolicitado, options?: PixRequestOptions) {
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
  listCallbacks(filter: InterCallbacksFilter, options?: PixRequestOptions) {
    return this.caller.call(interOperations.listCallbacks, { filter }, options);
  }

  /** Requests redelivery of callbacks, for up to 50 txids. Only in production. */
  retryCallbacks(body: InterReenvioCallbacks, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(interOperations.retryCallbacks, { body }, options);
  }

  /** Counts the charges of a batch by status. */
  getLoteSummary(id: string | number, options?: PixRequestOptions) {
    return this.caller.call(interOperations.getLoteSummary, { params: { id } }, options);
  }

  /** Reads the charges of a batch with a status. */
  listLoteByStatus(id: string | number, situacao: string, options?: PixRequestOptions) {
    return this.caller.call(
      interOperations.listLoteByStatus,
      { params: { id, situacao } },
      options,
    );
  }
}

/**
 * Operations that only Banco do Brasil offers. At other providers every method fails with
 * NotImplementedError before anything is sent.
 */
export class PixBbService extends PixService {
  /**
   * Reads one page of received Pix; can also filter by key and by dispute. Requires the scope
   * `pix-bb.read`, which the profile does not request by default.
   */
  listPix(filter: BbPixFilter = {}, options?: PixRequestOptions) {
    return this.caller.call(bbOperations.listPix, { filter }, options);
  }

  /** Reads one page of refunds; can also filter by status. Requires the scope `pix-bb.read`. */
  listDevolucoes(filter: BbDevolucoesFilter = {}, options?: PixRequestOptions) {
    return this.caller.call(bbOperations.listDevolucoes, { filter }, options);
  }

  /** Registers or replaces the webhook of requests to confirm a recurrence. */
  registerWebhookSolicRec(
    body: BbWebhookSolicRecSolicitado,
    options?: PixRequestOptions,
  ): Promise<void> {
    return this.caller.call(bbOperations.registerWebhookSolicRec, { body }, options);
  }

  /** Reads the webhook of requests to confirm a recurrence. */
  getWebhookSolicRec(options?: PixRequestOptions) {
    return this.caller.call(bbOperations.getWebhookSolicRec, {}, options);
  }

  /** Deletes the webhook of requests to confirm a recurrence. */
  deleteWebhookSolicRec(options?: PixRequestOptions): Promise<void> {
    return this.caller.call(bbOperations.deleteWebhookSolicRec, {}, options);
  }
}

/**
 * Operations that only Itaú offers. At other providers every method fails with NotImplementedError
 * before anything is sent.
 */
export class PixItauService extends PixService {
  /** Reads the payer of a recurrence. */
  getDadosPagador(idRec: string, options?: PixRequestOptions) {
    return this.caller.call(itauOperations.getDadosPagador, { params: { idRec } }, options);
  }

  /** Reads the BR Code of an immediate charge, and its image. */
  getQrCode(txid: string, options?: PixRequestOptions) {
    return this.caller.call(itauOperations.getQrCode, { params: { txid } }, options);
  }
}

/**
 * Operations that only Efí offers. At other providers every method fails with NotImplementedError
 * before anything is sent.
 */
export class PixEfiService extends PixService {
  /** Reads the BR Code of the charge at a location, and its image. */
  getLocQrCode(id: string | number, options?: PixRequestOptions) {
    return this.caller.call(efiOperations.getLocQrCode, { params: { id } }, options);
  }

  /** Requests redelivery of notifications of the last 30 days. */
  resendWebhooks(body: EfiReenvioWebhook, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(efiOperations.resendWebhooks, { body }, options);
  }
}

/**
 * Operations that only Bradesco offers: charges that are created together with their BR Code. The
 * client sends each once; after an unknown outcome read the charge by its `txid`. At other providers
 * every method fails with NotImplementedError before anything is sent.
 */
export class PixBradescoService extends PixService {
  /** Creates an immediate charge under an identifier that the bank chooses. */
  createCobEmv(body: CobSolicitada, options?: PixRequestOptions) {
    return this.caller.call(bradescoOperations.createCobEmv, { body }, options);
  }

  /** Creates an immediate charge under a `txid` that you choose. */
  createCobEmvWithTxid(txid: string, body: CobSolicitada, options?: PixRequestOptions) {
    return this.caller.call(
      bradescoOperations.createCobEmvWithTxid,
      { params: { txid }, body },
      options,
    );
  }

  /** Creates a due-date charge under a `txid` that you choose. */
  createCobVEmv(txid: string, body: CobVSolicitada, options?: PixRequestOptions) {
    return this.caller.call(bradescoOperations.createCobVEmv, { params: { txid }, body }, options);
  }
}

/** The options of a payment in PagBank's sandbox. */
export interface PixPagBankPaymentOptions extends PixRequestOptions {
  /**
   * Token of the seller, without `Bearer`: the sandbox shows it under "Perfis de Integração",
   * "Vendedor", "Credenciais". It is sent instead of the account's access token. Required.
   */
  token: string;
}

/**
 * Operations that only PagBank offers. At other providers every method fails with
 * NotImplementedError, in production with ValueError, before anything is sent.
 */
export class PixPagBankService extends PixService {
  /**
   * Pays an immediate charge, which becomes `CONCLUIDA`. Only in the sandbox. After an unclear
   * response the client reads the charge; the call then also resolves if the charge was paid before.
   *
   * @throws ValueError without the token of the seller, or in production; nothing was sent
   */
  payCob(txid: string, options: PixPagBankPaymentOptions): Promise<void> {
    const { token, ...request } = { ...options };
    const body = { status: 'PAID', tx_id: txid } as const;
    return this.caller.call(pagbankOperations.payCob, { params: { txid }, body, token }, request);
  }
}
