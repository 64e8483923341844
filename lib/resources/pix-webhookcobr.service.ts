import type { PixCaller, PixRequestOptions } from '../client/index.js';
import {
  webhookcobrOperations,
  type WebhookCobRCompleto,
  type WebhookCobRSolicitado,
} from '../contract/index.js';

/** The account's webhook of recurring charges (`/webhookcobr`). */
export class PixWebhookCobRService {
  constructor(private readonly caller: PixCaller) {}

  /** Registers or replaces the webhook. The provider appends `/cobr` to the address. */
  register(body: WebhookCobRSolicitado, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookcobrOperations.register, { body }, options);
  }

  /** Reads the webhook. */
  get(options?: PixRequestOptions): Promise<WebhookCobRCompleto> {
    return this.caller.call(webhookcobrOperations.get, {}, options);
  }

  /** Deletes the webhook. */
  delete(options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookcobrOperations.delete, {}, options);
  }
}
