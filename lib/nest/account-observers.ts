import { Logger } from '@nestjs/common';
import type { PixCaller } from '../client/index.js';
import { isObject, toErrorText, toLogLine } from '../errors/index.js';
import { toPlainOptions } from '../options/index.js';
import { systemRuntime } from '../runtime/index.js';
import type { AccountTelemetry, PixAccountReadings, PixTelemetry } from '../telemetry/index.js';
import type { PixClientCertificate } from '../transport/index.js';
import { AccountCallLog } from './account-call-log.js';
import type { AccountTrust } from './account-trust.js';
import { LeveledLog } from './log-options.js';
import type { PixAccount } from './pix.account.js';
import type { PixModuleOptions } from './pix.options.js';

/** The name of an account without one. */
export const DEFAULT_ACCOUNT = 'default';
/** The name of the clients of `PixClientFactory`: metrics must not have a value for each tenant. */
export const FACTORY_ACCOUNT = 'factory';

/** Collects the observers that the options of an account name. */
export function createObservers(
  { provider, environment }: PixAccount,
  { telemetry, log, onRequest, onResponse }: PixModuleOptions,
  name: string,
): AccountTelemetry {
  return {
    // Hooks receive the object itself: a change would reach logs and metrics.
    account: Object.freeze({ name, provider: provider.name, environment }),
    elapsed: () => systemRuntime.elapsed(),
    telemetry,
    log: log === false ? undefined : new AccountCallLog(new LeveledLog('PixClient', log)),
    onRequest: onRequest && guardHook('onRequest', onRequest),
    onResponse: onResponse && guardHook('onResponse', onResponse),
    safeHeaders: provider.correlationHeaders ?? [],
  };
}

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

/** Logs the errors of a hook instead of throwing them: a hook must not change the result of a call. */
function guardHook<Info>(name: string, hook: (info: Info) => unknown): (info: Info) => void {
  const logger = new Logger('PixModule');
  const report = (error: unknown): void => {
    try {
      logger.error(toLogLine(`The option ${name} threw an error: ${toErrorText(error)}`));
    } catch {
      // The application's logger fails: there is no other place to report it.
    }
  };
  return (info) => {
    try {
      const returned = hook(info);
      // Any promise: also one of another library or realm.
      if (isObject(returned) && 'then' in returned) Promise.resolve(returned).catch(report);
    } catch (error) {
      report(error);
    }
  };
}

/** Writes the line of an account at its start. */
export function logStart(
  { account }: AccountTelemetry,
  certificate: PixClientCertificate | undefined,
  log: PixModuleOptions['log'],
): void {
  const leveled = new LeveledLog('PixModule', log);
  if (!leveled.writes('start')) return;
  const { name, provider, environment } = account;
  const end = certificate?.notAfter.toISOString();
  const until = end === undefined ? 'no client certificate' : `certificate valid until ${end}`;
  leveled.write(
    'start',
    toLogLine(`Account ${name}: ${provider}, ${environment}, ${until}`),
    {
      account: name,
      provider,
      environment,
      certificateNotAfter: end,
      certificateDaysLeft: certificate?.daysLeft,
    },
    ['account', 'provider', 'environment', 'certificateNotAfter'],
  );
}
