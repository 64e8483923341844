import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';

/** Milliseconds that requests in progress have at shutdown. */
const DRAIN_TIMEOUT = 15_000;

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Waits at shutdown for requests that change something, so that their customers get a response. Hooks of this kind run
 * before connections, the client of the bank and the database are closed. New ones get 503.
 */
@Injectable()
export class RequestDrain implements OnModuleDestroy {
  readonly #logger = new Logger('RequestDrain');
  readonly #running = new Set<ServerResponse>();
  #isStopping = false;

  /** Whether the process is shutting down. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Middleware that registers a request until its response has ended. */
  readonly track = (
    { method }: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): void => {
    if (method === 'GET' || method === 'HEAD') {
      next();
    } else if (this.#isStopping) {
      response.writeHead(503, { ...HEADERS, connection: 'close', 'retry-after': '5' });
      response.end(JSON.stringify({ statusCode: 503, message: 'A loja está reiniciando' }));
    } else {
      this.#running.add(response);
      response.once('close', () => this.#running.delete(response));
      next();
    }
  };

  async onModuleDestroy(): Promise<void> {
    this.#isStopping = true;
    if (this.#running.size === 0) return;
    this.#logger.log(`Waiting for ${this.#running.size} requests`);
    const signal = AbortSignal.timeout(DRAIN_TIMEOUT);
    try {
      await Promise.all([...this.#running].map((response) => once(response, 'close', { signal })));
    } catch {
      this.#logger.warn(`${this.#running.size} requests were still in progress at shutdown`);
    }
  }
}
