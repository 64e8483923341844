import { Inject, Injectable, Logger } from '@nestjs/common';
import { PixWebhookService } from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import { WebhookListener } from './webhook-listener.js';

/** Tells the bank where to report payments. */
@Injectable()
export class WebhookRegistration {
  readonly #logger = new Logger('WebhookRegistration');

  constructor(
    private readonly webhook: PixWebhookService,
    private readonly listener: WebhookListener,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /**
   * Called once the application listens, since banks call the address before they accept it. A
   * bank that cannot be reached just now does not keep the shop closed: an earlier registration
   * still stands, and the log says what to do.
   */
  async register(): Promise<void> {
    const { chave, demo, webhook } = this.bank;
    const webhookUrl = webhook.url ?? this.listener.url;
    if (webhookUrl === undefined) return;
    try {
      await this.webhook.register(chave, { webhookUrl });
      this.#logger.log('The bank will report payments to this shop');
    } catch (error) {
      if (demo) throw error;
      this.#logger.error(
        'The webhook could not be registered: orders will not become paid until it is. ' +
          'Check PIX_WEBHOOK_URL and restart.',
        error,
      );
    }
  }
}
