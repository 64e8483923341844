import type { HostileBehavior } from '../../devkit/simulator/index.js';

/** Whether the bank of `npm run chaos`, `npm run test:faults` and `npm run load` is hostile by default: `1` or `0`. */
const BY_DEFAULT = '1';

/** Shares of requests, so that ordinary responses occur too, and a shop that reads a list again gets all of it. */
const HABITS: readonly HostileBehavior[] = [
  'strict-put',
  { kind: 'repeated-writes', rate: 0.3 },
  { kind: 'lagging-reads', rate: 0.5 },
  { kind: 'short-lists', rate: 0.2 },
  'moved-due-dates',
  { kind: 'minimal-fields', rate: 0.7 },
  { kind: 'altered-texts', rate: 0.7 },
  { kind: 'number-amounts', rate: 0.5 },
];

/** The habits of the bank of a run. The variable HOSTILE replaces the default. */
export const hostileHabits = (process.env.HOSTILE ?? BY_DEFAULT) === '1' ? HABITS : [];

/** A gateway that answers for the account instead of replicas, which can mislead the one read after such an answer. */
export const promptHabits: readonly HostileBehavior[] = hostileHabits.flatMap((habit) =>
  typeof habit === 'string' || habit.kind !== 'lagging-reads'
    ? habit
    : { kind: 'denied-writes', rate: 0.1 },
);

/** `readLag` of the profile of that bank, in seconds: longer than its replicas lag. */
export const bankReadLag = hostileHabits.length > 0 ? 5 : 0;
