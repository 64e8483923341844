import {
  anyFunction,
  listOf,
  objectOf,
  OptionChecker,
  text,
  valueOr,
} from '../../../options/index.js';
import { eventLogRule } from '../../dispatch/event-failure.js';
import { globalEnhancersRule, resolveGlobalEnhancers } from '../../dispatch/global-enhancers.js';
import type { PixEnhancerKind } from '../../dispatch/handler-enhancers.js';
import { isName, NAME_RULE } from '../../notifications/names.js';
import { queueRule } from '../../queue/queue.rule.js';
import { storeRule } from '../../stores/store.rule.js';
import type { PixWebhookWorkerOptions } from './worker.options.js';

/** The rule of the options. `null` counts as missing. */
const workerRule = objectOf<PixWebhookWorkerOptions>({
  queue: valueOr([null], queueRule),
  store: valueOr([null], storeRule),
  receivers: listOf('a list of receiver names', text),
  onError: anyFunction,
  log: eventLogRule,
  useGlobalEnhancers: globalEnhancersRule,
});

/** The checked options. */
export interface WorkerSettings extends Pick<
  PixWebhookWorkerOptions,
  'queue' | 'store' | 'receivers' | 'onError' | 'log'
> {
  readonly globalEnhancers: readonly PixEnhancerKind[];
}

/**
 * @throws ConfigurationError that lists missing and invalid options: JavaScript callers can omit
 * any
 */
export function resolveWorkerSettings(options: Partial<PixWebhookWorkerOptions>): WorkerSettings {
  const checker = new OptionChecker('PixWebhookWorkerModule');
  if (!checker.shape(options, workerRule)) checker.throwIfAny();
  const { queue, store, receivers, onError, log, useGlobalEnhancers } = options;
  const missing = [!queue && 'queue', !store && 'store (shared by all workers)'].filter(Boolean);
  checker.require(missing.length === 0, `missing options: ${missing.join(', ')}`);
  checker.require(
    receivers === undefined || receivers.every(isName),
    `receivers must be a list of receiver names (${NAME_RULE})`,
  );
  checker.throwIfAny();
  const globalEnhancers = resolveGlobalEnhancers(useGlobalEnhancers);
  return { queue, store, receivers, onError, log, globalEnhancers } as WorkerSettings;
}
