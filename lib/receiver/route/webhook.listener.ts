import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { redact } from '../../errors/index.js';
import { readNotification } from '../events/read-notification.js';
import type { PixEvent } from '../events/pix-event.js';
import { EventDispatcher, worst } from '../handlers/event.dispatcher.js';
import type { DispatchOutcome } from '../handlers/event.dispatcher.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import { readBody } from './read-body.js';
import type { Target } from './target.js';

const statusOf: Record<DispatchOutcome, number> = {
  handled: 200,
  duplicate: 200,
  // Another process is at it: the provider is to ask again, by when it is done or free.
  running: 503,
  failed: 500,
};

/** Answers one delivery. It speaks to node's own request and response, which every platform of Nest has. @internal */
@Injectable()
export class WebhookListener {
  private readonly logger = new Logger('PixWebhookReceiver');

  constructor(
    @Inject(RECEIVER_SETTINGS) private readonly settings: ReceiverSettings,
    private readonly dispatcher: EventDispatcher,
  ) {}

  /** Never rejects: whatever goes wrong is logged and answered with 500, so that the provider repeats. */
  async answer(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
    try {
      end(response, await this.statusFor(request, target));
    } catch (error) {
      this.logger.error(redact(`A notification could not be received: ${String(error)}`));
      end(response, 500);
    }
  }

  private async statusFor(request: IncomingMessage, target: Target): Promise<number> {
    const receivedAt = new Date();
    const { address, refusal } = this.settings.authenticator.judge(request, target.query);
    if (refusal !== undefined) {
      this.logger.warn(`Refused a notification from ${address}: ${refusal}`);
      // The same for every reason, with no detail: nothing to learn from. Nothing of the body was read.
      return 403;
    }
    const result = await this.receive(request, target, receivedAt);
    if (typeof result === 'number') return result;
    this.logger.warn(`Bad notification from ${address}: ${result}`);
    return badStatus[result];
  }

  private async receive(
    request: IncomingMessage,
    { kind }: Target,
    receivedAt: Date,
  ): Promise<number | BadNotification> {
    const { accepted, maxBodySize, maxEvents } = this.settings;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') return 'encoded';
    const body = await readBody(request, maxBodySize);
    if (typeof body === 'string') return body;
    const notification = readNotification(body.text, { kind, accepted, maxEvents });
    if (notification === 'too-many') return notification;

    const status = statusOf[await this.dispatchAll(notification.events, receivedAt)];
    return status === 200 && notification.malformed ? 'malformed' : status;
  }

  private async dispatchAll(
    events: readonly PixEvent[],
    receivedAt: Date,
  ): Promise<DispatchOutcome> {
    const outcomes: DispatchOutcome[] = [];
    for (const event of events) outcomes.push(await this.dispatcher.dispatch(event, receivedAt));
    return worst(outcomes);
  }
}

const badStatus = {
  aborted: 400,
  malformed: 400,
  'not-text': 400,
  'too-large': 413,
  'too-many': 413,
  encoded: 415,
} as const;

type BadNotification = keyof typeof badStatus;

function end(response: ServerResponse, status: number): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'Content-Length': 0,
    'Cache-Control': 'no-store',
    ...(status === 503 ? { 'Retry-After': '5' } : {}),
  });
  response.end();
}
