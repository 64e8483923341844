import { ConfigurationError } from '../../../errors/index.js';
import { isName, NAME_RULE } from '../../notifications/names.js';
import type { PixWebhookWorkerOptions } from './worker.options.js';

/** The options, checked. */
export type WorkerSettings = PixWebhookWorkerOptions;

/** @throws ConfigurationError that names what is missing or wrong: untyped configuration may well leave it out */
export function resolveWorkerSettings(options: Partial<PixWebhookWorkerOptions>): WorkerSettings {
  const { queue, store, receivers } = options;
  const missing = [!queue && 'queue', !store && 'store (shared by all workers)'].filter(Boolean);
  if (!queue || !store) {
    throw new ConfigurationError(`PixWebhookWorkerModule needs: ${missing.join(', ')}.`);
  }
  if (receivers !== undefined && !(Array.isArray(receivers) && receivers.every(isName))) {
    throw new ConfigurationError(
      `PixWebhookWorkerModule: receivers must be a list of receivers' names (${NAME_RULE}).`,
    );
  }
  return { queue, store, receivers };
}
