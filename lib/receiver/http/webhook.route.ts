import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { HttpAdapterHost } from '@nestjs/core';
import type { PixNotificationKind } from '../notifications/pix-event.js';
import { interceptRequests } from './intercept-requests.js';
import { PathPattern } from './path-pattern.js';
import { readTarget, type Target } from './target.js';
import type { WebhookListener } from './webhook.listener.js';

type Next = () => void;

/**
 * Puts the listener in front of the application's requests. @internal
 *
 * A controller comes after the body parser, so a stranger's body would be parsed before the stranger is authenticated,
 * and behind guards and pipes that are meant for users; and its path could not come from `forRootAsync`. The listener is
 * therefore the first of the platform's middleware, mounted as soon as there is a platform, and opened when the
 * application's prefix and handlers are known. Any other method or path goes on to the application.
 *
 * It also sees the server's requests before the platform does, which saves the platform's own pipeline. The middleware
 * remains for hosts that call the platform without its server (serverless functions, `inject()`).
 */
export class WebhookRoute {
  private path: PathPattern | undefined;
  private mounted = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly listener: WebhookListener,
    private readonly accepted: ReadonlySet<PixNotificationKind>,
  ) {
    this.mount();
    // A testing module gets its platform after its providers. Nest 11.0 has no such event.
    (host.init$ as typeof host.init$ | undefined)?.subscribe(() => this.mount());
  }

  open(path: string): void {
    this.mount();
    this.path = new PathPattern(path);
    const server: unknown = this.adapter?.getHttpServer();
    if (isServer(server)) {
      interceptRequests(server, (request, response) => this.take(request, response));
    }
  }

  /** An application context without HTTP never has one. */
  private get adapter(): HttpAdapterHost['httpAdapter'] | undefined {
    return (this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null) ?? undefined;
  }

  private mount(): void {
    const { adapter } = this;
    if (!adapter || this.mounted) return;
    this.mounted = true;
    adapter.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
      if (!this.take(request, response)) next();
    });
  }

  private take(request: IncomingMessage, response: ServerResponse): boolean {
    const target = this.targetOf(request);
    if (!target) return false;
    void this.listener.answer(request, response, target);
    return true;
  }

  private targetOf({ method, url = '' }: IncomingMessage): Target | undefined {
    if (this.path === undefined || method !== 'POST') return undefined;
    const target = readTarget(url, this.path);
    return target?.kind && !this.accepted.has(target.kind) ? undefined : target;
  }
}

/** A custom platform may have none, or something else. */
function isServer(server: unknown): server is Server {
  const { listeners, removeAllListeners } = (server ?? {}) as Partial<Server>;
  return typeof listeners === 'function' && typeof removeAllListeners === 'function';
}
