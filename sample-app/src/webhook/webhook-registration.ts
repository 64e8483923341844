import { Inject, Injectable, Logger } from '@nestjs/common';
import { PixWebhookCobRService, PixWebhookRecService, PixWebhookService } from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.module.js';
import { WebhookListener } from './webhook-listener.js';

/** Registers the webhook at the bank: of Pix and, with Pix Automático, of recurrences and their charges. */
@Injectable()
export class WebhookRegistration {
  readonly #logger = new Logger('WebhookRegistration');

  constructor(
    private readonly webhook: PixWebhookService,
    private readonly webhookRec: PixWebhookRecService,
    private readonly webhookCobR: PixWebhookCobRService,
    private readonly listener: WebhookListener,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /**
   * Registers the webhook. Call it after the application listens, because banks call the address before they accept it. If
   * a real bank cannot be reached, the shop still starts: an earlier registration remains valid, and the log explains what
   * to do.
   */
  async register(): Promise<void> {
    const { chave, conta, simulator, webhook } = this.bank;
    const webhookUrl = webhook.url ?? this.listener.url;
    if (webhookUrl === undefined) return;
    try {
      await this.webhook.register(chave, { webhookUrl });
      if (conta) {
        await this.webhookRec.register({ webhookUrl });
        await this.webhookCobR.register({ webhookUrl });
      }
      this.#logger.log('Webhook registered at the bank');
    } catch (error) {
      if (simulator) throw error;
      this.#logger.error(
        'The webhook could not be registered. Without it, payments are found only by the reconciliation. ' +
          'Check PIX_WEBHOOK_URL and restart.',
        error,
      );
    }
  }
}
