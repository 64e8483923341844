import type { PixLedger } from '../ledger/index.js';
import type { PixLedgerCheck } from './pix-health.options.js';
import type { Check } from './run-checks.js';

/** The checks of a ledger, which share one reading of its tables. */
export function createLedgerChecks(
  ledger: PixLedger,
  maxUnsettledAge = 300,
): Record<PixLedgerCheck, Check> {
  const reading = ledger.status();
  // Each check reports it.
  reading.catch(() => undefined);
  return {
    database: async () => {
      await reading;
      return { status: 'up' };
    },
    unsettled: async () => {
      const { unsettled, oldestUnsettled } = await reading;
      const details = { unsettled, oldestSeconds: Math.round(oldestUnsettled) };
      return oldestUnsettled <= maxUnsettledAge
        ? { status: 'up', ...details }
        : { status: 'down', reason: 'a row has not been settled for too long', ...details };
    },
    tasks: async () => {
      const { tasks } = await reading;
      return tasks === 0
        ? { status: 'up', tasks }
        : { status: 'down', reason: 'tasks wait for a person', tasks };
    },
  };
}
