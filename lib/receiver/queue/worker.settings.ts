import { ConfigurationError } from '../../errors/index.js';
import type { PixWebhookWorkerOptions } from './worker.options.js';

/** @throws ConfigurationError that names what is missing: untyped configuration may well leave it out */
export function resolveWorkerSettings(
  options: Partial<PixWebhookWorkerOptions>,
): PixWebhookWorkerOptions {
  const { queue, store } = options;
  if (queue && store) return { queue, store };
  const missing = [!queue && 'queue', !store && 'store (shared by all workers)'].filter(Boolean);
  throw new ConfigurationError(`PixWebhookWorkerModule needs: ${missing.join(', ')}.`);
}
