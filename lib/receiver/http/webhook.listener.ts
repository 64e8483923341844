// Takes deliveries from the server and answers them.

import type { IncomingMessage, ServerResponse, Server } from 'node:http';
import { Logger } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { inScope, toErrorText, toLogLine } from '../../errors/index.js';
import { observe, type PixDeliveryActivity, type PixTelemetry } from '../../observe/index.js';
import { type CancelTimer, MINUTE_MS, type PixRuntime } from '../../runtime/index.js';
import type { AuthenticationResult, Authenticator } from '../authentication/authenticator.js';
import { type Arrival, type EventSink, InFlightWork, Turns } from '../dispatch/event-sink.js';
import {
  httpStatuses,
  type PixDeliveryOutcome,
  type PixNotificationResult,
  type PixWebhookStats,
  worse,
} from '../dispatch/outcomes.js';
import {
  type PixEvent,
  type PixNotificationKind,
  scopeEvents,
  readNotification,
} from '../events.js';
import type { ProviderVerifier, Verified } from '../provider/provider-verifier.js';
import type { PixRecebidosSource, RecebidosFinder } from '../provider/reconciliation.js';
import {
  endResponse,
  isClosing,
  readBody,
  type WebhookTarget,
  isNear,
  PathPattern,
  readTarget,
} from './request.js';

interface ListenerOptions {
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
    if (isClosing(request)) return;
    const result = await this.#inFlightWork.add(this.#observe(request, response, target, route));
    this.stats.count(result);
    const isRefused = result === 'unauthenticated' || result === 'unavailable';
    endResponse(request, response, httpStatuses[result], this.options.runtime, isRefused);
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

  async #process(request: IncomingMessage, response: ServerResponse, target: WebhookTarget) {
    try {
      const receivedAt = new Date(this.options.runtime.now());
      const verdict = await this.options.authenticator.authenticate(request, target);
      const receive = () =>
        inScope(verdict.scope, () => this.#receive(request, target, receivedAt, verdict));
      const result =
        this.#refuse(verdict) ??
        (await runMiddleware(this.options.middleware, request, response, receive)) ??
        'aborted';
      if (isBad(result)) {
        const sender = describeSender(verdict);
        this.#sampled.warn(
          `Invalid notifications${sender.tenant} (${result})`,
          `Invalid notification from ${sender.text}: ${result}`,
        );
      }
      return result;
    } catch (error) {
      this.#logger.error(toLogLine(`Could not receive a notification: ${toErrorText(error)}`));
      return 'error';
    }
  }

  /** Refuses a caller without reading the body. */
  #refuse(verdict: AuthenticationResult): PixNotificationResult | undefined {
    const { address, refusal, failure } = verdict;
    if (failure !== undefined) {
      this.#sampled.warn(
        'Could not authenticate notifications',
        toLogLine(`Could not authenticate a notification from ${address}: ${failure}`),
      );
      return 'unavailable';
    }
    if (refusal === undefined) return undefined;
    const sender = describeSender(verdict);
    this.#sampled.warn(
      `Refused notifications${sender.tenant} (${refusal})`,
      `Refused a notification from ${sender.text}: ${refusal}`,
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
    if (encoding.toLowerCase() !== 'identity') return 'encoded';
    const body = await readBody(request, maxBodySize, this.options.runtime);
    if (typeof body === 'string') return body;
    const notification = readNotification(body.text, { kind, accepted, maxEvents });
    if (notification === 'too-many') return notification;

    const { events, ignored, malformed } = notification;
    this.stats.countItems({ ignored, malformed });
    if (ignored > 0) {
      this.#logger.debug(`${ignored} unknown item(s) of a notification are ignored`);
    }
    const arrival: Arrival = { receiver: name, tenant, receivedAt, origin: 'notification' };
    const outcome = await this.intake.take(events, arrival, recebidos);
    return malformed > 0 && httpStatuses[outcome] === 200 ? 'malformed' : outcome;
  }
}

/** Names an existing tenant: each has its own limit of log lines. */
function describeSender({ address, tenant }: AuthenticationResult) {
  if (tenant === undefined) return { tenant: '', text: address };
  return { tenant: ` of tenant ${tenant}`, text: `${address} for tenant ${tenant}` };
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

/**
 * Passes the events of an authenticated notification on, after verifying each with the provider if
 * configured.
 */
export class NotificationIntake {
  constructor(
    private readonly sink: EventSink,
    private readonly verifier: Pick<ProviderVerifier, 'verify'>,
    private readonly finder: RecebidosFinder,
    private readonly options: {
      readonly verifyWithProvider: boolean;
      /** How many events of a notification are handled at a time. */
      readonly concurrency: number;
    },
  ) {}

  /**
   * Processes the events independently: a bad event does not affect the others. Never rejects.
   *
   * @param recebidos where the tenant's Pix are read; by default the source of the receiver
   */
  take(
    events: readonly PixEvent[],
    arrival: Arrival,
    recebidos?: PixRecebidosSource,
  ): Promise<PixDeliveryOutcome> {
    const scoped = scopeEvents(events, arrival);
    const [event] = scoped;
    if (!event || scoped.length > 1 || this.options.verifyWithProvider) {
      return this.#takeAll(scoped, arrival, recebidos);
    }
    return this.sink.dispatch(event, arrival);
  }

  async #takeAll(
    events: readonly PixEvent[],
    arrival: Arrival,
    recebidos: PixRecebidosSource | undefined,
  ): Promise<PixDeliveryOutcome> {
    const { verifyWithProvider, concurrency } = this.options;
    const verified: readonly Verified[] = verifyWithProvider
      ? await this.verifier.verify(events, recebidos ?? this.finder.locate('verifyWithProvider'))
      : events;
    const turns = new Turns(concurrency);
    const outcomes = verified.map(async (event) =>
      typeof event === 'string'
        ? event
        : turns.start(event, (gate) => this.sink.dispatch(event, arrival, { gate })),
    );
    return (await Promise.all(outcomes)).reduce(worse, 'duplicate');
  }
}

/**
 * A function that runs around the processing of a notification, with the request and response of
 * Node.js. It calls `next()` to continue, or `next(error)`: the notification is then answered with 500
 * and the provider repeats it.
 */
export type PixWebhookMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/**
 * Runs the functions one after the other, and the work inside the last call of `next`, so that the
 * work has the asynchronous context of each function.
 *
 * @returns the result of the work; `undefined` if the response ended before the last `next()`
 * @throws Error that a function throws, rejects with or passes to `next`
 */
export function runMiddleware<Result>(
  middleware: readonly PixWebhookMiddleware[],
  request: IncomingMessage,
  response: ServerResponse,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const [first] = middleware;
  if (!first) return work();
  return new Promise((resolve, reject) => {
    let waits = true;
    response.once('close', () => {
      if (waits) resolve(undefined);
      waits = false;
    });
    const next = (error?: unknown) => {
      if (!waits) return;
      waits = false;
      if (error === undefined || error === null) {
        runMiddleware(middleware.slice(1), request, response, work).then(resolve, reject);
      } else {
        reject(error instanceof Error ? error : new Error(toErrorText(error)));
      }
    };
    Promise.resolve(first(request, response, next)).catch(reject);
  });
}

/** How many lines per cause are logged in a minute. */
const FIRST = 5;
/** How many causes are counted separately in a minute. */
const MAX_CAUSES = 1024;

interface Minute {
  count: number;
  readonly cancel: CancelTimer;
}

/**
 * Logs events that unauthenticated callers cause: the first lines of each cause in a minute, and
 * the number of the others at its end. Callers therefore cannot flood the log.
 */
export class SampledLog {
  readonly #minutes = new Map<string, Minute>();

  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly runtime: PixRuntime,
  ) {}

  /** @param text one of a few constant texts, and perhaps an existing tenant */
  warn(text: string, line: string): void {
    const isNew = !this.#minutes.has(text);
    const cause = isNew && this.#minutes.size >= MAX_CAUSES ? 'Notifications' : text;
    const minute = this.#minutes.get(cause) ?? this.#begin(cause);
    minute.count += 1;
    if (minute.count <= FIRST) this.logger.warn(line);
  }

  /** Logs the counts so far. */
  flush(): void {
    for (const cause of [...this.#minutes.keys()]) this.#end(cause);
  }

  #begin(cause: string): Minute {
    const cancel = this.runtime.after(MINUTE_MS, () => this.#end(cause), { background: true });
    const minute = { count: 0, cancel };
    this.#minutes.set(cause, minute);
    return minute;
  }

  #end(cause: string): void {
    const minute = this.#minutes.get(cause);
    this.#minutes.delete(cause);
    minute?.cancel();
    const more = (minute?.count ?? 0) - FIRST;
    if (more > 0)
      this.logger.warn(`${cause}: ${more} more within a minute, not logged individually`);
  }
}

/** Callers choose the paths of their requests: lines beyond these would be theirs. */
const MAX_MISSED = 10;

/**
 * Serves the listener before the application's own routes.
 *
 * A controller would be the wrong place: the body parser would run before authentication, guards
 * and pipes meant for users would apply, and `forRootAsync` could not set the path. The listener is
 * therefore the platform's first middleware, mounted as soon as the platform exists, and enabled
 * when the application's prefix and handlers are known. All other methods and paths pass through.
 *
 * The listener also intercepts the server's requests before the platform, which saves the
 * platform's own pipeline. The middleware remains for hosts that call the platform without its
 * server (serverless functions, `inject()`).
 */
export class WebhookRoute {
  #path: PathPattern | undefined;
  #address = '';
  #mounted = false;
  readonly #missed = new Set<string>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly listener: WebhookListener,
    private readonly accepted: ReadonlySet<PixNotificationKind>,
  ) {
    this.#mount();
    // A testing module gets its platform after its providers. Nest 11.0 has no such event.
    (host.init$ as typeof host.init$ | undefined)?.subscribe(() => this.#mount());
  }

  /** @returns false in an application without HTTP, which serves no path */
  open(path: string): boolean {
    this.#mount();
    this.#path = new PathPattern(path);
    this.#address = path;
    const server: unknown = this.#adapter?.getHttpServer();
    if (isServer(server)) {
      interceptRequests(server, (request, response) => this.#take(request, response));
    }
    return this.#mounted;
  }

  /** Undefined in an application context without HTTP. */
  get #adapter(): HttpAdapterHost['httpAdapter'] | undefined {
    return (this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null) ?? undefined;
  }

  #mount(): void {
    const adapter = this.#adapter;
    if (!adapter || this.#mounted) return;
    this.#mounted = true;
    adapter.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (!this.#take(request, response)) next();
    });
  }

  #take(request: IncomingMessage, response: ServerResponse): boolean {
    const target = this.#findTarget(request);
    if (!target) {
      this.#watch(request, response);
      return false;
    }
    void this.listener.answer(request, response, target, this.#address);
    return true;
  }

  #findTarget({ method, url = '' }: IncomingMessage): WebhookTarget | undefined {
    if (this.#path === undefined || method !== 'POST') return undefined;
    const target = readTarget(url, this.#path);
    return target?.kind && !this.accepted.has(target.kind) ? undefined : target;
  }

  /** Logs a POST beside the path that nobody serves, once for each path: the address that the bank calls is wrong. */
  #watch({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = url.split('?', 1);
    if (!this.#path || method !== 'POST' || this.#missed.size >= MAX_MISSED) return;
    if (this.#missed.has(path) || !isNear(path, this.#address)) return;
    response.once('finish', () => {
      if (response.statusCode !== 404 || this.#missed.has(path)) return;
      this.#missed.add(path);
      const served = [
        this.#address || '/',
        ...[...this.accepted].map((kind) => `${this.#address}/${kind}`),
      ];
      new Logger('PixWebhookReceiver').warn(
        toLogLine(
          `POST ${path.slice(0, 200)} was answered with 404: this receiver serves ${served.join(', ')}. Register the address with the path ${served[0]}, global prefix included; the bank appends the suffix.`,
        ),
      );
    });
  }
}

/** Whether the server is a Node.js server; a custom platform may have none, or another object. */
function isServer(server: unknown): server is Server {
  const { listeners, removeAllListeners } = (server ?? {}) as Partial<Server>;
  return typeof listeners === 'function' && typeof removeAllListeners === 'function';
}

type Listener = (this: Server, request: IncomingMessage, response: ServerResponse) => void;

/**
 * Passes each request of a server to a function before the platform of Nest. It answers the request and returns true, or
 * returns false to pass it on.
 *
 * The platform's own pipeline costs more than the whole receiver: on Express the application's
 * router and response prototypes, on Fastify eight hooks, the middleware engine and the router of
 * unknown routes.
 */
function interceptRequests(
  server: Server,
  take: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const others = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (take(request, response)) return;
    for (const listener of others) listener.call(server, request, response);
  });
}
