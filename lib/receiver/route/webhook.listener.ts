import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { redact } from '../../errors/index.js';
import { readNotification } from '../events/read-notification.js';
import { AtHand } from '../delivery/at-hand.js';
import { NotificationIntake } from '../delivery/notification.intake.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import { statusOf } from './notification-result.js';
import type { PixNotificationResult } from './notification-result.js';
import { PixWebhookStats } from './pix-webhook-stats.js';
import { readBody } from './read-body.js';
import type { Target } from './target.js';

/** Answers one delivery. It speaks to node's own request and response, which every platform of Nest has. @internal */
@Injectable()
export class WebhookListener {
  private readonly logger = new Logger('PixWebhookReceiver');
  private readonly atHand = new AtHand();

  constructor(
    @Inject(RECEIVER_SETTINGS) private readonly settings: ReceiverSettings,
    private readonly intake: NotificationIntake,
    private readonly stats: PixWebhookStats,
  ) {}

  /** Never rejects: whatever goes wrong is logged and answered with 500, so that the provider repeats. */
  async answer(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
    const result = await this.atHand.add(this.resultOf(request, target));
    this.stats.count(result);
    end(response, statusOf[result]);
  }

  /** Resolves when the deliveries at hand have ended, also those whose caller has hung up. */
  ended(): Promise<void> {
    return this.atHand.ended();
  }

  private async resultOf(request: IncomingMessage, target: Target): Promise<PixNotificationResult> {
    try {
      const receivedAt = new Date();
      const { address, refusal } = this.settings.authenticator.judge(request, target.query);
      if (refusal !== undefined) {
        // Nothing of the body was read.
        this.logger.warn(`Refused a notification from ${address}: ${refusal}`);
        return 'unauthenticated';
      }
      const result = await this.receive(request, target, receivedAt);
      if (isBad(result)) this.logger.warn(`Bad notification from ${address}: ${result}`);
      return result;
    } catch (error) {
      this.logger.error(redact(`A notification could not be received: ${String(error)}`));
      return 'error';
    }
  }

  private async receive(
    request: IncomingMessage,
    { kind }: Target,
    receivedAt: Date,
  ): Promise<PixNotificationResult> {
    const { accepted, maxBodySize, maxEvents } = this.settings;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') return 'encoded';
    const body = await readBody(request, maxBodySize);
    if (typeof body === 'string') return body;
    const notification = readNotification(body.text, { kind, accepted, maxEvents });
    if (notification === 'too-many') return notification;

    const outcome = await this.intake.take(notification.events, receivedAt);
    return notification.malformed && statusOf[outcome] === 200 ? 'malformed' : outcome;
  }
}

/** Whether the body is at fault: a status that is neither good, nor a refusal of the caller, nor a fault of ours. */
function isBad(result: PixNotificationResult): boolean {
  const status = statusOf[result];
  return status >= 400 && status < 500 && status !== 403;
}

function end(response: ServerResponse, status: number): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'Content-Length': 0,
    'Cache-Control': 'no-store',
    ...(status === 503 ? { 'Retry-After': '5' } : {}),
  });
  response.end();
}
