import { OptionChecker } from '../../../errors/index.js';
import { isName, NAME_RULE } from '../../notifications/names.js';
import type { PixWebhookWorkerOptions } from './worker.options.js';

/** The checked options. */
export type WorkerSettings = PixWebhookWorkerOptions;

/** @throws ConfigurationError that lists what is missing or wrong: untyped configuration may well leave it out */
export function resolveWorkerSettings(options: Partial<PixWebhookWorkerOptions>): WorkerSettings {
  const { queue, store, receivers } = options;
  const missing = [!queue && 'queue', !store && 'store (shared by all workers)'].filter(Boolean);
  const checker = new OptionChecker('PixWebhookWorkerModule');
  checker.require(missing.length === 0, `missing options: ${missing.join(', ')}`);
  checker.require(
    receivers === undefined || (Array.isArray(receivers) && receivers.every(isName)),
    `receivers must be a list of receiver names (${NAME_RULE})`,
  );
  checker.throwIfAny();
  return { queue, store, receivers } as WorkerSettings;
}
