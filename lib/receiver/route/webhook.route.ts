import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import { readTarget } from './target.js';
import type { Target } from './target.js';
import { WebhookListener } from './webhook.listener.js';

type Next = () => void;

/**
 * Puts the listener in the way of the application's requests. @internal
 *
 * A controller would come after the body parser, so that a stranger's body is parsed before the stranger is known, and
 * below guards and pipes that are meant for users; and its path could not come from `forRootAsync`. So the listener is
 * the first of the platform's middleware, put there as soon as there is a platform, and opened when the application's
 * prefix and handlers are known. Any other method or path goes on to the application.
 */
@Injectable()
export class WebhookRoute {
  private path: string | undefined;
  private mounted = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly listener: WebhookListener,
    @Inject(RECEIVER_SETTINGS) private readonly settings: ReceiverSettings,
  ) {
    this.mount();
    // A testing module gets its platform after its providers. Nest 11.0 does not tell when.
    (host.init$ as typeof host.init$ | undefined)?.subscribe(() => this.mount());
  }

  open(path: string): void {
    this.mount();
    this.path = path;
  }

  private mount(): void {
    // An application context without HTTP never has an adapter.
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null | undefined;
    if (!adapter || this.mounted) return;
    this.mounted = true;
    adapter.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
      const target = this.targetOf(request);
      if (target) void this.listener.answer(request, response, target);
      else next();
    });
  }

  private targetOf({ method, url = '' }: IncomingMessage): Target | undefined {
    if (this.path === undefined || method !== 'POST') return undefined;
    const target = readTarget(url, this.path);
    return target?.kind && !this.settings.accepted.has(target.kind) ? undefined : target;
  }
}
