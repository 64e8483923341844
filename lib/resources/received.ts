/** Received Pix with their refunds, and the webhooks that notify of events. */
import {
  iteratePages,
  type PixCaller,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  pixOperations,
  webhookcobrOperations,
  webhookOperations,
  webhookrecOperations,
  type DevolucaoSolicitada,
  type Pix,
  type PixFilter,
  type WebhookCobRSolicitado,
  type WebhookCompleto,
  type WebhookFilter,
  type WebhookRecSolicitado,
  type WebhookSolicitado,
} from '../contract/index.js';
import { PixService } from './service.js';

/** The options of a registration of a webhook. */
export interface PixWebhookOptions extends PixRequestOptions {
  /**
   * Whether the receiver checks the bank's client certificate. With `false`, a bank that tests this
   * at the registration, as Efí does, is asked not to (`x-skip-mtls-checking`); others ignore it.
   * Authenticate the bank by a secret in the address then. Default: `true`.
   */
  mtls?: boolean;
}

function toRequestOptions(
  { provider }: PixCaller,
  { mtls = true, ...options }: PixWebhookOptions = {},
): PixRequestOptions {
  const skipHeader = provider.server?.webhook?.testCall?.skipHeader;
  if (mtls || skipHeader === undefined) return options;
  return { ...options, headers: { ...options.headers, [skipHeader]: 'true' } };
}

/**
 * Received Pix and their refunds (`/pix`).
 */
export class PixRecebidosService extends PixService {
  /** Reads a received Pix with its refunds. */
  get(e2eid: string, options?: PixRequestOptions) {
    return this.caller.call(pixOperations.get, { params: { e2eid } }, options);
  }

  /** Reads one page of the Pix received in a period. */
  list(filter: PixFilter, options?: PixRequestOptions) {
    return this.caller.call(pixOperations.list, { filter }, options);
  }

  /** Iterates over all Pix received in a period, with one page in memory at a time. */
  iterate(filter: PixFilter, options?: PixIterateOptions): AsyncIterable<Pix> {
    return iteratePages(this.caller, pixOperations.list, filter, options);
  }

  /**
   * Requests a full or partial refund, within 90 days. It ends as DEVOLVIDO or NAO_REALIZADO.
   *
   * @param id 1 to 35 letters and digits, unique for the e2eid; `generateDevolucaoId()` creates one
   */
  refund(e2eid: string, id: string, body: DevolucaoSolicitada, options?: PixRequestOptions) {
    return this.caller.call(pixOperations.refund, { params: { e2eid, id }, body }, options);
  }

  /** Reads a refund. */
  getRefund(e2eid: string, id: string, options?: PixRequestOptions) {
    return this.caller.call(pixOperations.getRefund, { params: { e2eid, id } }, options);
  }
}

/**
 * Webhooks of received Pix (`/webhook`), one for each key.
 */
export class PixWebhookService extends PixService {
  /** Registers or replaces the webhook of a key. The provider appends `/pix` to the address. */
  register(chave: string, body: WebhookSolicitado, options?: PixWebhookOptions): Promise<void> {
    const own = toRequestOptions(this.caller, options);
    return this.caller.call(webhookOperations.register, { params: { chave }, body }, own);
  }

  /** Reads the webhook of a key. */
  get(chave: string, options?: PixRequestOptions) {
    return this.caller.call(webhookOperations.get, { params: { chave } }, options);
  }

  /** Deletes the webhook of a key. */
  delete(chave: string, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookOperations.delete, { params: { chave } }, options);
  }

  /**
   * Reads one page of webhooks. Default: page 0 with 100 items.
   *
   * @throws NotImplementedError at a provider that does not offer it (docs/decisions.md D32)
   */
  list(filter: WebhookFilter = {}, options?: PixRequestOptions) {
    return this.caller.call(webhookOperations.list, { filter }, options);
  }

  /** Iterates over all webhooks, with one page in memory at a time. */
  iterate(filter: WebhookFilter = {}, options?: PixIterateOptions): AsyncIterable<WebhookCompleto> {
    return iteratePages(this.caller, webhookOperations.list, filter, options);
  }
}

/** The account's webhook of recurrences (`/webhookrec`). */
export class PixWebhookRecService extends PixService {
  /** Registers or replaces the webhook. The provider appends `/rec` to the address. */
  register(body: WebhookRecSolicitado, options?: PixWebhookOptions): Promise<void> {
    const own = toRequestOptions(this.caller, options);
    return this.caller.call(webhookrecOperations.register, { body }, own);
  }

  /** Reads the webhook. */
  get(options?: PixRequestOptions) {
    return this.caller.call(webhookrecOperations.get, {}, options);
  }

  /** Deletes the webhook. */
  delete(options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookrecOperations.delete, {}, options);
  }
}

/** The account's webhook of recurring charges (`/webhookcobr`). */
export class PixWebhookCobRService extends PixService {
  /** Registers or replaces the webhook. The provider appends `/cobr` to the address. */
  register(body: WebhookCobRSolicitado, options?: PixWebhookOptions): Promise<void> {
    const own = toRequestOptions(this.caller, options);
    return this.caller.call(webhookcobrOperations.register, { body }, own);
  }

  /** Reads the webhook. */
  get(options?: PixRequestOptions) {
    return this.caller.call(webhookcobrOperations.get, {}, options);
  }

  /** Deletes the webhook. */
  delete(options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookcobrOperations.delete, {}, options);
  }
}
