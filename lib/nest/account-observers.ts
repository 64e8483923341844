import type { PixCaller } from '../client/index.js';
import { isObject } from '../errors/index.js';
import type { PixAccountReadings, PixTelemetry } from '../observe/index.js';
import { toPlainOptions } from '../options/index.js';
import type { AccountTrust } from './account-trust.js';
import type { PixModuleOptions } from './pix.options.js';

/** The name of an account without one. */
export const DEFAULT_ACCOUNT = 'default';
/** The name of the clients of `PixClientFactory`: metrics must not have a value for each tenant. */
export const FACTORY_ACCOUNT = 'factory';

/** Adds the observer of the application to options that name none. */
export function withTelemetry(
  options: PixModuleOptions,
  telemetry: PixTelemetry | undefined,
): PixModuleOptions {
  if (!telemetry || !isObject(options) || options.telemetry !== undefined) return options;
  return { ...toPlainOptions(options), telemetry };
}

/** Returns what metrics read of an account. */
export function createReadings(caller: PixCaller, trust: AccountTrust): PixAccountReadings {
  return {
    get certificateDaysLeft() {
      return trust.certificate?.daysLeft;
    },
    get inFlight() {
      return caller.inFlight;
    },
    get retryBudgetLeft() {
      const left = caller.retryBudget?.left;
      return left === Infinity ? undefined : left;
    },
  };
}
