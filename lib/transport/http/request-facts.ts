import type { RequestFacts } from './failure.js';
import type { PixAxiosRequestConfig } from './request-config.js';

/** Returns what the errors of a request contain. */
export function toRequestFacts(
  config: PixAxiosRequestConfig,
  { host }: URL,
  hints = true,
): RequestFacts {
  const { pixOperation, pixProvider, pixCorrelationId, pixSafe } = config;
  return {
    host,
    operation: pixOperation,
    provider: pixProvider,
    correlationId: pixCorrelationId,
    safe: pixSafe === true,
    hints,
  };
}
