import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { toErrorText, toLogLine } from '../../../errors/index.js';
import type { CancelTimer, PixRuntime } from '../../../runtime/index.js';
import { scopeKey } from '../../notifications/event-source.js';
import type { PixEventStore } from '../../stores/pix-event-store.js';
import type { PixReconciler } from './pix-reconciler.js';
import type { ReconcilerSettings } from './reconciler.options.js';

export interface ScheduleOptions {
  /** The name of the receiver. */
  readonly name: string;
  /** The path of the receiver; together with the name it is the key of the lock. */
  readonly path: string;
  readonly store: PixEventStore;
  readonly reconciler: ReconcilerSettings;
  readonly runtime: PixRuntime;
}

/**
 * Runs the reconciler at its interval, one run at a time among all processes of a store.
 * @internal
 */
export class ReconcilerSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('PixReconciler');
  #cancel: CancelTimer | undefined;
  #ticked: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(
    private readonly reconciler: PixReconciler,
    private readonly options: ScheduleOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.#schedule(0);
  }

  /** Releases the lock before the store shuts down, so that the next process finds it free. */
  async onModuleDestroy(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.reconciler.onModuleDestroy();
    await this.#ticked;
  }

  /** Schedules the next run after this one has ended, so that runs never overlap. */
  #schedule(delay: number): void {
    const { every } = this.options.reconciler;
    if (every === undefined || this.#stopped) return;
    const { runtime } = this.options;
    const tick = () => {
      this.#ticked = this.#tick().finally(() => this.#schedule(every));
    };
    this.#cancel = runtime.after(delay, tick, { background: true });
  }

  async #tick(): Promise<void> {
    try {
      await this.#runExclusively(() => this.reconciler.run());
    } catch (error) {
      if (!this.#stopped)
        this.#logger.error(toLogLine(`Could not reconcile received Pix: ${toErrorText(error)}`));
    }
  }

  /** Runs with the store's lease as lock; the lease is released and never completed. */
  async #runExclusively(run: () => Promise<unknown>): Promise<void> {
    const { name, store, path } = this.options;
    const key = scopeKey({ receiver: name }, `reconciler:${path}`);
    if ((await store.begin(key)) !== 'new') {
      this.#logger.debug('Another process is reconciling');
      return;
    }
    try {
      await run();
    } finally {
      await store.fail(key);
    }
  }
}
