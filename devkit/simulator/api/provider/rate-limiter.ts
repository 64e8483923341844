import { MINUTE_MS } from 'nestjs-pix/internal';
import { jsonReply, type Reply } from '../../http/reply.js';
import type { SimulatorClock } from '../../kernel/clock.js';
import { PROBLEM_BASE } from '../../problems/catalogue.js';

/** Counts the requests of each minute of the simulator's clock. */
export class RateLimiter {
  #minute = -1;
  #count = 0;

  constructor(
    private readonly clock: SimulatorClock,
    /** Requests per minute. */
    private readonly limit: number,
  ) {}

  /** Counts a request. @returns the seconds until the next minute if the limit is exceeded */
  take(): number | undefined {
    const now = this.clock.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) [this.#minute, this.#count] = [minute, 0];
    this.#count += 1;
    if (this.#count <= this.limit) return undefined;
    return Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000));
  }
}

/** Builds a 429 with `Retry-After`. */
export function tooManyRequests(retryAfter: number | string, type = 'LimiteDeRequisicoes'): Reply {
  return jsonReply(
    429,
    {
      type: PROBLEM_BASE + type,
      title: 'Muitas Requisições',
      status: 429,
      detail: 'O limite de requisições foi atingido.',
    },
    { 'retry-after': String(retryAfter) },
    'application/problem+json',
  );
}
