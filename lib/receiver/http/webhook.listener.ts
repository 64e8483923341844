import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { toErrorText, toLogLine } from '../../errors/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import { observe, type PixDeliveryActivity, type PixTelemetry } from '../../telemetry/index.js';
import type { Authenticator, AuthenticationResult } from '../authentication/authenticator.js';
import { InFlightWork } from '../dispatch/in-flight-work.js';
import { httpStatuses, type PixNotificationResult } from '../dispatch/notification-result.js';
import type { PixWebhookStats } from '../dispatch/pix-webhook-stats.js';
import type { PixNotificationKind } from '../notifications/pix-event.js';
import { readNotification, type Notification } from '../notifications/read-notification.js';
import { endResponse } from './end-response.js';
import type { NotificationIntake } from './notification.intake.js';
import { readBody } from './read-body.js';
import { runMiddleware, type PixWebhookMiddleware } from './run-middleware.js';
import { SampledLog } from './sampled-log.js';
import type { WebhookTarget } from './target.js';

export interface ListenerOptions {
  /** The name of the receiver. */
  readonly name: string;
  readonly accepted: ReadonlySet<PixNotificationKind>;
  readonly authenticator: Authenticator;
  /** In bytes. */
  readonly maxBodySize: number;
  readonly maxEvents: number;
  /** Runs around authenticated notifications. */
  readonly middleware: readonly PixWebhookMiddleware[];
  readonly runtime: PixRuntime;
}

/**
 * Answers a delivery. Uses the request and response of Node.js, which every platform of Nest
 * provides.
 * @internal
 */
export class WebhookListener {
  readonly #logger = new Logger('PixWebhookReceiver');
  readonly #sampled: SampledLog;
  readonly #inFlightWork = new InFlightWork();

  constructor(
    private readonly options: ListenerOptions,
    private readonly intake: NotificationIntake,
    private readonly stats: PixWebhookStats,
    private readonly telemetry?: PixTelemetry,
  ) {
    this.#sampled = new SampledLog(this.#logger, options.runtime);
  }

  /**
   * Never rejects: errors are logged and answered with 500, so that the provider repeats.
   *
   * @param route the path of the receiver, with `:tenant` instead of a tenant
   */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    target: WebhookTarget,
    route: string,
  ): Promise<void> {
    const result = await this.#inFlightWork.add(this.#observe(request, response, target, route));
    this.stats.count(result);
    endResponse(request, response, httpStatuses[result], this.options.runtime);
  }

  /**
   * Resolves when the deliveries in progress have ended, including those whose caller has
   * disconnected.
   */
  async ended(): Promise<void> {
    await this.#inFlightWork.settled();
    this.#sampled.flush();
  }

  #observe(
    request: IncomingMessage,
    response: ServerResponse,
    target: WebhookTarget,
    route: string,
  ): Promise<PixNotificationResult> {
    if (!this.telemetry) return this.#process(request, response, target);
    const activity: PixDeliveryActivity = {
      kind: 'delivery',
      receiver: this.options.name,
      route,
      path: target.path,
      scheme: readScheme(request),
      notification: target.kind,
      headers: request.headers,
      result: undefined,
      status: undefined,
    };
    return observe(this.telemetry, activity, async () => {
      const result = await this.#process(request, response, target);
      activity.result = result;
      activity.status = httpStatuses[result];
      return result;
    });
  }

  async #process(
    request: IncomingMessage,
    response: ServerResponse,
    target: WebhookTarget,
  ): Promise<PixNotificationResult> {
    try {
      const receivedAt = new Date(this.options.runtime.now());
      const verdict = await this.options.authenticator.authenticate(request, target);
      const receive = () => this.#receive(request, target, receivedAt, verdict);
      const result =
        this.#refuse(verdict) ??
        (await runMiddleware(this.options.middleware, request, response, receive)) ??
        'aborted';
      if (isBad(result)) {
        this.#sampled.warn(
          `Invalid notifications (${result})`,
          `Invalid notification from ${verdict.address}: ${result}`,
        );
      }
      return result;
    } catch (error) {
      this.#logger.error(toLogLine(`Could not receive a notification: ${toErrorText(error)}`));
      return 'error';
    }
  }

  /** Refuses a caller without reading the body. */
  #refuse({ address, refusal, failure }: AuthenticationResult): PixNotificationResult | undefined {
    if (failure !== undefined) {
      this.#sampled.warn(
        'Could not authenticate notifications',
        toLogLine(`Could not authenticate a notification from ${address}: ${failure}`),
      );
      return 'unavailable';
    }
    if (refusal === undefined) return undefined;
    this.#sampled.warn(
      `Refused notifications (${refusal})`,
      `Refused a notification from ${address}: ${refusal}`,
    );
    return 'unauthenticated';
  }

  async #receive(
    request: IncomingMessage,
    { kind }: WebhookTarget,
    receivedAt: Date,
    { tenant, recebidos }: AuthenticationResult,
  ): Promise<PixNotificationResult> {
    const { name, accepted, maxBodySize, maxEvents } = this.options;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') return 'encoded';
    const body = await readBody(request, maxBodySize, this.options.runtime);
    if (typeof body === 'string') return body;
    const notification = readNotification(body.text, { kind, accepted, maxEvents });
    if (notification === 'too-many') return notification;

    this.#report(notification);
    const outcome = await this.intake.take(
      notification.events,
      { receiver: name, tenant, receivedAt, origin: 'notification' },
      recebidos,
    );
    return notification.malformed > 0 && httpStatuses[outcome] === 200 ? 'malformed' : outcome;
  }

  #report({ ignored, malformed }: Notification): void {
    if (ignored === 0 && malformed === 0) return;
    this.stats.countItems({ ignored, malformed });
    if (ignored > 0) {
      this.#logger.debug(`${ignored} unknown item(s) of a notification are ignored`);
    }
  }
}

/** Hosts without a server may have no socket. */
function readScheme({ socket }: IncomingMessage): 'http' | 'https' {
  const { encrypted } = ((socket as unknown) ?? {}) as { encrypted?: boolean };
  return encrypted === true ? 'https' : 'http';
}

/**
 * Whether the body is invalid: the status is neither a success, nor a refused caller, nor an error
 * of the receiver.
 */
function isBad(result: PixNotificationResult): boolean {
  const status = httpStatuses[result];
  return status >= 400 && status < 500 && status !== 403;
}
