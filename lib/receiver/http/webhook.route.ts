import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { toLogLine } from '../../errors/index.js';
import type { PixNotificationKind } from '../events.js';
import { isNear, PathPattern, readTarget, type WebhookTarget } from './request.js';
import type { WebhookListener } from './webhook.listener.js';

type Next = () => void;

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
    adapter.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
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

/** Answers a request and returns true, or returns false to pass it on. */
type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean;

type Listener = (this: Server, request: IncomingMessage, response: ServerResponse) => void;

const interceptors = new WeakMap<Server, Interceptor[]>();

/**
 * Registers an interceptor that receives each request of a server before the platform of Nest.
 * Interceptors of one server are called in the order of registration.
 *
 * The platform's own pipeline costs more than the whole receiver: on Express the application's
 * router and response prototypes, on Fastify eight hooks, the middleware engine and the router of
 * unknown routes.
 */
function interceptRequests(server: Server, interceptor: Interceptor): void {
  const known = interceptors.get(server);
  if (known) {
    known.push(interceptor);
    return;
  }
  const all = [interceptor];
  interceptors.set(server, all);
  const platform = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (all.some((each) => each(request, response))) return;
    for (const listener of platform) listener.call(server, request, response);
  });
}
