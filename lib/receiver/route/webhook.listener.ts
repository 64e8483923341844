import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toLogLine } from '../../errors/index.js';
import { readNotification } from '../events/read-notification.js';
import type { Notification } from '../events/read-notification.js';
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

  /** Resolves when the deliveries in progress have ended, also those whose caller has hung up. */
  ended(): Promise<void> {
    return this.atHand.ended();
  }

  private async resultOf(request: IncomingMessage, target: Target): Promise<PixNotificationResult> {
    try {
      const receivedAt = new Date(this.settings.runtime.now());
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
      this.logger.error(toLogLine(`A notification could not be received: ${String(error)}`));
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
    const body = await readBody(request, maxBodySize, this.settings.runtime);
    if (typeof body === 'string') return body;
    const notification = readNotification(body.text, { kind, accepted, maxEvents });
    if (notification === 'too-many') return notification;

    this.report(notification);
    const outcome = await this.intake.take(notification.events, receivedAt);
    return notification.malformed > 0 && statusOf[outcome] === 200 ? 'malformed' : outcome;
  }

  private report({ ignored, malformed }: Notification): void {
    if (ignored === 0 && malformed === 0) return;
    this.stats.countItems({ ignored, malformed });
    if (ignored > 0) {
      this.logger.debug(`${ignored} item(s) of a notification mean nothing here and are ignored`);
    }
  }
}

/** Whether the body is at fault: a status that is neither a success, nor a refusal of the caller, nor our own fault. */
function isBad(result: PixNotificationResult): boolean {
  const status = statusOf[result];
  return status >= 400 && status < 500 && status !== 403;
}

const HEADERS = { 'Content-Length': '0', 'Cache-Control': 'no-store' };
const RETRY_LATER = { ...HEADERS, 'Retry-After': '5' };

function end(response: ServerResponse, status: number): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, status === 503 ? RETRY_LATER : HEADERS);
  response.end();
}
