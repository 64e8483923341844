import type { PixCaller, PixRequestOptions } from '../client/index.js';
import {
  webhookrecOperations,
  type WebhookRecCompleto,
  type WebhookRecSolicitado,
} from '../contract/index.js';

/** The account's webhook of recurrences (`/webhookrec`). */
export class PixWebhookRecService {
  constructor(private readonly caller: PixCaller) {}

  /** Registers or replaces the webhook. The provider appends `/rec` to the address. */
  register(body: WebhookRecSolicitado, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookrecOperations.register, { body }, options);
  }

  /** Reads the webhook. */
  get(options?: PixRequestOptions): Promise<WebhookRecCompleto> {
    return this.caller.call(webhookrecOperations.get, {}, options);
  }

  /** Deletes the webhook. */
  delete(options?: PixRequestOptions): Promise<void> {
    return this.caller.call(webhookrecOperations.delete, {}, options);
  }
}
