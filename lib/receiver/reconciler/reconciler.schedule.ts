import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { toErrorText, toLogLine } from '../../errors/index.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import type { CancelTimer } from '../../runtime/index.js';
import { scopeKey } from '../tenancy/event-source.js';
import { PixReconciler } from './pix-reconciler.js';

/** Runs the reconciler at its interval, one run at a time among all processes of a store. @internal */
@Injectable()
export class ReconcilerSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('PixReconciler');
  private cancel: CancelTimer | undefined;
  private ticked: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly reconciler: PixReconciler,
    @Inject(RECEIVER_SETTINGS)
    private readonly settings: Pick<
      ReceiverSettings,
      'name' | 'reconciler' | 'store' | 'path' | 'runtime'
    >,
  ) {}

  onApplicationBootstrap(): void {
    this.plan(0);
  }

  /** The lock is given back before the store may go away, so that the next process finds it free. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    this.cancel?.();
    await this.reconciler.onModuleDestroy();
    await this.ticked;
  }

  /** The next run is planned when this one has ended, so they never overlap. */
  private plan(delay: number): void {
    const { every } = this.settings.reconciler;
    if (every === undefined || this.stopped) return;
    const { runtime } = this.settings;
    const tick = () => {
      this.ticked = this.tick().finally(() => this.plan(every));
    };
    this.cancel = runtime.after(delay, tick, { background: true });
  }

  private async tick(): Promise<void> {
    try {
      await this.alone(() => this.reconciler.run());
    } catch (error) {
      if (!this.stopped)
        this.logger.error(toLogLine(`Received Pix could not be reconciled: ${toErrorText(error)}`));
    }
  }

  /** The store's lease serves as the lock; it is given back, never completed. */
  private async alone(run: () => Promise<unknown>): Promise<void> {
    const { name, store, path } = this.settings;
    const key = scopeKey({ receiver: name }, `reconciler:${path}`);
    if ((await store.begin(key)) !== 'new') {
      this.logger.debug('Another process is reconciling');
      return;
    }
    try {
      await run();
    } finally {
      await store.fail(key);
    }
  }
}
