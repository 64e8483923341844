import { Inject, Injectable, Module } from '@nestjs/common';
import { DiscoveryService, ModuleRef, DiscoveryModule } from '@nestjs/core';
import {
  HealthIndicatorService,
  type HealthIndicatorResult,
  TerminusModule,
} from '@nestjs/terminus';
import { ConfigurationError } from '../errors/index.js';
import { PIX_LEDGERS, type PixLedger } from '../ledger/index.js';

import { OptionChecker } from '../options/index.js';
import {
  DEFAULT_RECEIVER,
  listInstances,
  RECEIVER_SETTINGS,
  WORKER_SETTINGS,
  type ReceiverSettings,
  type WorkerSettings,
} from '../receiver/index.js';
import { getPixClientToken, type PixClient } from '../resources/index.js';
import { systemRuntime } from '../runtime/index.js';
import {
  createAccountChecks,
  createLedgerChecks,
  createReceiverChecks,
  type CheckedReceiver,
  runChecks,
  type Check,
} from './checks.js';
import {
  failOnDefaults,
  healthRules,
  type PixAccountHealthOptions,
  type PixHealthCheckOptions,
  type PixLedgerHealthOptions,
  type PixReceiverHealthOptions,
} from './pix-health.options.js';

const DEFAULT_TIMEOUT = 3;
const DEFAULT_TOKEN_ANSWER_MAX_AGE = 300;

/**
 * Health indicator for `@nestjs/terminus`. Reports the state of each component as `up`, `down` or
 * `unknown`. The indicator is `down` if one of the checks in `failOn` is `down`, otherwise `up`.
 *
 * @example
 * ```ts
 * @Get('health')
 * @HealthCheck()
 * check() {
 *   return this.health.check([
 *     () => this.pix.checkAccount('pix'),
 *     () => this.pix.checkReceiver('pixWebhooks'),
 *   ]);
 * }
 * ```
 */
@Injectable()
export class PixHealthIndicator {
  constructor(
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(ModuleRef) private readonly modules: ModuleRef,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
  ) {}

  /**
   * Checks an account: token endpoint, days left of the certificate, retry budget, token store.
   *
   * @param key of the result
   * @throws ConfigurationError if an option is invalid, or the application has no such account
   */
  async checkAccount<const Key extends string>(
    key: Key,
    options: PixAccountHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    return this.#check(key, 'checkAccount', options, (timeoutMs) => {
      const { name, tokenAnswerMaxAge = DEFAULT_TOKEN_ANSWER_MAX_AGE } = options;
      const tokenAnswerMaxAgeMs = tokenAnswerMaxAge * 1000;
      const settings = { runtime: systemRuntime, timeoutMs, tokenAnswerMaxAgeMs };
      return createAccountChecks(this.#findClient(name), settings);
    });
  }

  /**
   * Checks a receiver, or the workers of a process without one: event store, queue, lag of the
   * reconciler and Pix that it could not read.
   *
   * @param key of the result
   * @throws ConfigurationError if an option is invalid, or the application has no such receiver
   */
  async checkReceiver<const Key extends string>(
    key: Key,
    options: PixReceiverHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    return this.#check(key, 'checkReceiver', options, () => {
      const { name, maxReconcilerLag } = options;
      const maxLagMs = maxReconcilerLag === undefined ? undefined : maxReconcilerLag * 1000;
      return createReceiverChecks(this.#findReceiver(name), { runtime: systemRuntime, maxLagMs });
    });
  }

  /**
   * Checks a ledger: its tables, the age of the oldest unsettled row, and tasks that wait for a person.
   *
   * @param key of the result
   * @throws ConfigurationError if an option is invalid, or the application has no such ledger
   */
  async checkLedger<const Key extends string>(
    key: Key,
    options: PixLedgerHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    return this.#check(key, 'checkLedger', options, () => {
      const { name = 'default', maxUnsettledAge } = options;
      const ledgers = listInstances<PixLedger>(this.discovery, PIX_LEDGERS);
      const ledger = ledgers.find(({ account }) => account === name);
      if (ledger) return createLedgerChecks(ledger, maxUnsettledAge);
      throw new ConfigurationError(`The application has no PixLedgerModule with the name ${name}.`);
    });
  }

  async #check<Key extends string>(
    key: Key,
    method: keyof typeof healthRules,
    options: PixHealthCheckOptions<string>,
    create: (timeoutMs: number) => Readonly<Record<string, Check>>,
  ): Promise<HealthIndicatorResult<Key>> {
    const checker = new OptionChecker(`PixHealthIndicator.${method}`);
    checker.shape(options, healthRules[method]);
    checker.throwIfAny();
    const { timeout = DEFAULT_TIMEOUT, failOn = failOnDefaults[method] } = options;
    const details = await runChecks(create(timeout * 1000), timeout * 1000, systemRuntime);
    const isDown = failOn.some((name) => details[name]?.status === 'down');
    const indicator = this.indicators.check(key);
    return isDown ? indicator.down(details) : indicator.up(details);
  }

  #findClient(name: string | undefined): PixClient {
    const token = getPixClientToken(name);
    try {
      return this.modules.get<PixClient>(token, { strict: false });
    } catch {
      const which = name === undefined ? 'without a name' : `with the name ${name}`;
      throw new ConfigurationError(`The application has no PixModule ${which}.`);
    }
  }

  #findReceiver(name: string = DEFAULT_RECEIVER): CheckedReceiver {
    const receivers = listInstances<ReceiverSettings>(this.discovery, RECEIVER_SETTINGS);
    const receiver = receivers.find((settings) => settings.name === name);
    if (receiver) {
      const { store, queue, reconciler, hasTenants } = receiver;
      // Tenants have no cursor.
      const { cursor } = reconciler;
      return { store, queue, reconciler: hasTenants ? undefined : reconciler, cursor };
    }
    const worker = listInstances<WorkerSettings>(this.discovery, WORKER_SETTINGS).find(
      ({ receivers: handled }) => name === DEFAULT_RECEIVER || handled?.includes(name),
    );
    if (worker) {
      const { store, queue } = worker;
      return { store, queue, reconciler: undefined, cursor: undefined };
    }
    throw new ConfigurationError(
      `The application has no PixWebhookReceiverModule or worker with the name ${name}.`,
    );
  }
}

/** Provides {@link PixHealthIndicator}. Import it next to `TerminusModule`. */
@Module({
  imports: [TerminusModule, DiscoveryModule],
  providers: [PixHealthIndicator],
  exports: [PixHealthIndicator],
})
export class PixHealthModule {}
