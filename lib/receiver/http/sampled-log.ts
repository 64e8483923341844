import type { Logger } from '@nestjs/common';
import { MINUTE_MS, type CancelTimer, type PixRuntime } from '../../runtime/index.js';

/** How many lines per cause are logged in a minute. */
const FIRST = 5;

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

  /** @param cause one of a few constant texts */
  warn(cause: string, line: string): void {
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
