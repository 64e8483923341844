import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { metrics, type ObservableGauge, type BatchObservableResult } from '@opentelemetry/api';
import { and, count, inArray, lte, min, or, eq, sql } from 'drizzle-orm';
import { Database } from '../database/database.js';
import { orders, payments } from '../database/schema.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { shopAttributes } from './shop-metrics.js';

/** Statuses of orders that the bank must still confirm, and of tasks that are not done. */
const UNSETTLED = ['CRIANDO', 'CANCELANDO', 'PENDENTE'] as const;
const OPEN_TASKS = ['ABERTA', 'DEVOLVENDO'] as const;

/** Gauges that are read from the database, which all processes share: each process reports the same values. */
@Injectable()
export class ShopGauges implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.metricsPort === undefined) return;
    const meter = metrics.getMeter('loja-ipe');
    const unsettled = meter.createObservableGauge('shop.orders.unsettled', {
      unit: '{order}',
      description: 'Orders whose state at the bank is not known; PENDENTE: expired, not read yet',
    });
    const age = meter.createObservableGauge('shop.orders.unsettled.age', {
      unit: 's',
      description: 'Time that the oldest of these orders has waited; 0 without one',
    });
    const tasks = meter.createObservableGauge('shop.tasks.open', {
      unit: '{task}',
      description: 'Payments that pay nothing and are not refunded',
    });
    meter.addBatchObservableCallback(
      (result) => this.#observe(result, { unsettled, age, tasks }),
      [unsettled, age, tasks],
    );
  }

  /** Values that cannot be read now are left out. */
  async #observe(
    result: BatchObservableResult,
    gauges: Readonly<Record<'unsettled' | 'age' | 'tasks', ObservableGauge>>,
  ): Promise<void> {
    try {
      const now = new Date();
      const [waiting, tasks] = await Promise.all([this.#readUnsettled(now), this.#readTasks()]);
      for (const status of UNSETTLED) {
        const row = waiting.find((one) => one.status === status);
        const attributes = { [shopAttributes.status]: status };
        result.observe(gauges.unsettled, row?.orders ?? 0, attributes);
        const since = row?.since ? now.getTime() - new Date(row.since).getTime() : 0;
        result.observe(gauges.age, Math.max(0, since / 1000), attributes);
      }
      for (const task of OPEN_TASKS) {
        const row = tasks.find((one) => one.tarefa === task);
        result.observe(gauges.tasks, row?.tasks ?? 0, { [shopAttributes.task]: task });
      }
    } catch {
      // The readiness of the process reports a database that is unavailable.
    }
  }

  #readUnsettled(now: Date) {
    const { status, criadoEm, expiraEm } = orders;
    const waitsSince = sql<Date>`CASE WHEN ${status} = 'PENDENTE' THEN ${expiraEm} ELSE ${criadoEm} END`;
    return this.database.orm
      .select({ status, orders: count(), since: min(waitsSince) })
      .from(orders)
      .where(
        or(
          inArray(status, ['CRIANDO', 'CANCELANDO']),
          and(eq(status, 'PENDENTE'), lte(expiraEm, now)),
        ),
      )
      .groupBy(status);
  }

  #readTasks() {
    return this.database.orm
      .select({ tarefa: payments.tarefa, tasks: count() })
      .from(payments)
      .where(inArray(payments.tarefa, [...OPEN_TASKS]))
      .groupBy(payments.tarefa);
  }
}
