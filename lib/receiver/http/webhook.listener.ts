import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { toErrorText, toLogLine } from '../../errors/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import type { Authenticator, Verdict } from '../authentication/authenticator.js';
import { InFlightWork } from '../dispatch/in-flight-work.js';
import { statusOf, type PixNotificationResult } from '../dispatch/notification-result.js';
import type { PixWebhookStats } from '../dispatch/pix-webhook-stats.js';
import type { PixNotificationKind } from '../notifications/pix-event.js';
import { readNotification, type Notification } from '../notifications/read-notification.js';
import { endResponse } from './end-response.js';
import type { NotificationIntake } from './notification.intake.js';
import { readBody } from './read-body.js';
import { SampledLog } from './sampled-log.js';
import type { Target } from './target.js';

export interface ListenerOptions {
  /** The name of the receiver. */
  readonly name: string;
  readonly accepted: ReadonlySet<PixNotificationKind>;
  readonly authenticator: Authenticator;
  /** In bytes. */
  readonly maxBodySize: number;
  readonly maxEvents: number;
  readonly runtime: PixRuntime;
}

/** Answers one delivery. It speaks to node's own request and response, which every platform of Nest has. @internal */
export class WebhookListener {
  private readonly logger = new Logger('PixWebhookReceiver');
  private readonly sampled: SampledLog;
  private readonly inFlightWork = new InFlightWork();

  constructor(
    private readonly options: ListenerOptions,
    private readonly intake: NotificationIntake,
    private readonly stats: PixWebhookStats,
  ) {
    this.sampled = new SampledLog(this.logger, options.runtime);
  }

  /** Never rejects: whatever goes wrong is logged and answered with 500, so that the provider repeats. */
  async answer(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
    const result = await this.inFlightWork.add(this.resultOf(request, target));
    this.stats.count(result);
    endResponse(request, response, statusOf[result], this.options.runtime);
  }

  /** Resolves when the deliveries in progress have ended, also those whose caller has hung up. */
  async ended(): Promise<void> {
    await this.inFlightWork.settled();
    this.sampled.flush();
  }

  private async resultOf(request: IncomingMessage, target: Target): Promise<PixNotificationResult> {
    try {
      const receivedAt = new Date(this.options.runtime.now());
      const verdict = await this.options.authenticator.judge(request, target);
      const result =
        this.refuse(verdict) ?? (await this.receive(request, target, receivedAt, verdict));
      if (isBad(result)) {
        this.sampled.warn(
          `Bad notifications (${result})`,
          `Bad notification from ${verdict.address}: ${result}`,
        );
      }
      return result;
    } catch (error) {
      this.logger.error(toLogLine(`A notification could not be received: ${toErrorText(error)}`));
      return 'error';
    }
  }

  /** Nothing of the body is read. */
  private refuse({ address, refusal, failure }: Verdict): PixNotificationResult | undefined {
    if (failure !== undefined) {
      this.sampled.warn(
        'Notifications that could not be authenticated',
        toLogLine(`A notification from ${address} could not be authenticated: ${failure}`),
      );
      return 'unavailable';
    }
    if (refusal === undefined) return undefined;
    this.sampled.warn(
      `Refused notifications (${refusal})`,
      `Refused a notification from ${address}: ${refusal}`,
    );
    return 'unauthenticated';
  }

  private async receive(
    request: IncomingMessage,
    { kind }: Target,
    receivedAt: Date,
    { tenant, recebidos }: Verdict,
  ): Promise<PixNotificationResult> {
    const { name, accepted, maxBodySize, maxEvents } = this.options;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') return 'encoded';
    const body = await readBody(request, maxBodySize, this.options.runtime);
    if (typeof body === 'string') return body;
    const notification = readNotification(body.text, { kind, accepted, maxEvents });
    if (notification === 'too-many') return notification;

    this.report(notification);
    const outcome = await this.intake.take(
      notification.events,
      { receiver: name, tenant, receivedAt, origin: 'notification' },
      recebidos,
    );
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
