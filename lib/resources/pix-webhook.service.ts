import {
  iteratePages,
  type PixCaller,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  webhookOperations,
  type WebhookCompleto,
  type WebhookFilter,
  type WebhookSolicitado,
  type WebhooksConsultados,
} from '../contract/index.js';

/**
 * Webhooks of received Pix (`/webhook`), one for each key.
 */
export class PixWebhookService {
  constructor(private readonly caller: PixCaller) {}

  /** Registers or replaces the webhook of a key. The provider appends `/pix` to the address. */
  register(chave: string, body: WebhookSolicitado, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookOperations.register, { params: { chave }, body }, options);
  }

  /** Reads the webhook of a key. */
  get(chave: string, options?: PixRequestOptions): Promise<WebhookCompleto> {
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
  list(filter: WebhookFilter = {}, options?: PixRequestOptions): Promise<WebhooksConsultados> {
    return this.caller.call(webhookOperations.list, { filter }, options);
  }

  /** Iterates over all webhooks, with one page in memory at a time. */
  iterate(filter: WebhookFilter = {}, options?: PixIterateOptions): AsyncIterable<WebhookCompleto> {
    return iteratePages(this.caller, webhookOperations.list, filter, options);
  }
}
