import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** The metrics and traces that `main` started before the application, and that end with it. */
@Injectable()
export class Telemetry implements OnApplicationShutdown {
  readonly #ends: (() => Promise<void>)[] = [];

  /** @param end called when the application has stopped; a failure is ignored */
  endWith(end: () => Promise<void>): void {
    this.#ends.push(end);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.#ends.map((end) => end()));
  }
}
