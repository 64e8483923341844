/** Operations that only one provider offers. */
import type { PixRequestOptions } from '../client/index.js';
import {
  bbOperations,
  bradescoOperations,
  calculateCobV,
  cobOperations,
  cobvOperations,
  efiOperations,
  interOperations,
  itauOperations,
  operationName,
  pagbankOperations,
  type BbDevolucoesFilter,
  type BbPagamentoSolicitado,
  type BbPixFilter,
  type BbWebhookSolicRecSolicitado,
  type CobCompleta,
  type CobSolicitada,
  type CobVCompleta,
  type CobVSolicitada,
  type EfiReenvioWebhook,
  type InterCallbacksFilter,
  type InterPagamentoCobRSolicitado,
  type InterReenvioCallbacks,
  type InterStatusCobR,
  type InterStatusRec,
  type InterStatusSolicRec,
} from '../contract/index.js';
import {
  isPixAPIException,
  NotImplementedError,
  PixErroDesconhecidoException,
} from '../errors/index.js';
import type { PixProviderName } from '../providers/index.js';
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

  /**
   * Pays a charge by its BR Code, once. Only in the sandbox. `PixSandboxService.pay` finds the code of a
   * charge, and throws if the bank refuses.
   *
   * @returns the answer of the bank, which is a refusal unless `code` is 0
   */
  payBrCode(body: BbPagamentoSolicitado, options?: PixRequestOptions) {
    return this.caller.call(bbOperations.payBrCode, { body }, options);
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

/** The operation that pays an immediate charge, by bank. */
const payments = {
  inter: interOperations.payCob,
  bb: bbOperations.payBrCode,
  pagbank: pagbankOperations.payCob,
} as const;

/** The txid of a charge; no text if the sandbox of the provider has no payment. */
export type PixSandboxTxid<Provider extends string> =
  Provider extends Exclude<PixProviderName, keyof typeof payments>
    ? `the sandbox of ${Provider} pays no charge on request`
    : string;

/** The options of a payment, by provider: PagBank requires the token of the seller. */
export type PixSandboxPaymentOptions<Provider extends string> = string extends Provider
  ? [options?: Partial<PixPagBankPaymentOptions>]
  : Provider extends 'pagbank'
    ? [options: PixPagBankPaymentOptions]
    : [options?: PixRequestOptions];

/**
 * Acts as the payer in the sandbox of a bank: the same call at each bank that offers a payment. The type
 * parameter is the name of the provider, if it is known: `PixClient<'inter'>`.
 */
export class PixSandboxService<Provider extends string = string> extends PixService {
  /**
   * Pays an immediate or a due-date charge in full, once.
   *
   * @returns the charge after the payment; `status` is `CONCLUIDA` once the bank has settled it
   * @throws NotImplementedError if the sandbox of the provider has no payment; nothing was sent
   * @throws ValueError in production, or at PagBank without the token of the seller; nothing was sent
   * @throws PixAPIException if the bank refuses the payment, or its outcome is unknown
   */
  async pay(txid: PixSandboxTxid<Provider>, ...[options]: PixSandboxPaymentOptions<Provider>) {
    const { caller } = this;
    const { name, server } = caller.provider;
    if (!Object.hasOwn(payments, name)) {
      const { from, to = '' } = server?.autoPay ?? {};
      const instead = from && `: it pays charges of ${from} to ${to} by itself`;
      throw new NotImplementedError(
        `The sandbox of ${name} pays no charge on request${instead ?? ''}.`,
      );
    }
    const operation = payments[name as keyof typeof payments];
    const { token = '', ...request } = { ...options } as Partial<PixPagBankPaymentOptions>;
    caller.assertOffered(operation, request);
    if (operation === payments.pagbank) {
      await new PixPagBankService(caller).payCob(txid, { ...request, token });
    } else await this.#payCharge(await this.#find(txid, request), request);
    return this.#find(txid, request);
  }

  async #payCharge(charge: CobCompleta | CobVCompleta, options: PixRequestOptions): Promise<void> {
    const { caller } = this;
    const { txid, valor, pixCopiaECola: pix = '' } = charge;
    if (caller.provider.name === 'bb') {
      const { code, texto = '' } = await caller.call(payments.bb, { body: { pix } }, options);
      if (code === 0) return;
      throw new PixErroDesconhecidoException(
        { status: 200, title: 'Pagamento recusado', detail: `${texto} (code ${code})` },
        { operation: operationName(payments.bb), provider: 'bb', resultUnknown: false },
      );
    }
    const isCobV = 'dataDeVencimento' in charge.calendario;
    const { total } = isCobV
      ? calculateCobV(charge as CobVCompleta, new Date(caller.runtime.now()))
      : { total: valor.original };
    const operation = isCobV ? interOperations.payCobV : payments.inter;
    await caller.call(operation, { params: { txid }, body: { valor: Number(total) } }, options);
  }

  async #find(txid: string, options: PixRequestOptions): Promise<CobCompleta | CobVCompleta> {
    const input = { params: { txid } };
    try {
      return await this.caller.call(cobOperations.get, input, options);
    } catch (error) {
      if (!isPixAPIException(error) || error.status !== 404) throw error;
      return this.caller.call(cobvOperations.get, input, options);
    }
  }
}
