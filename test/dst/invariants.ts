import { events, money, refunds } from './balance.js';
import { effectsOf, fragile, lasting, nameOf, resultOf } from './results.js';
import type { World } from './world.js';

/** Tolerance of a deadline, in milliseconds. */
const GRACE = 5;

/** What must hold at every instant. Called after every action of the scheduler. */
export function checkAlways(world: World): string[] {
  const violations = [
    ...world.violations,
    ...doubled(world),
    ...late(world),
    ...doubleEntries(world),
    ...world.bank.defects.map((defect) => `The bank failed: ${String(defect)}`),
  ];
  const { core } = world.bank;
  if (core === undefined) return violations;
  for (const call of world.calls) {
    if (call.ended === undefined || world.seen.ended.has(call)) continue;
    world.seen.ended.add(call);
    violations.push(...resultOf(world, call, core.state), ...fragile(world, call));
  }
  return violations;
}

/** What must hold once every fault has ended and everybody had the time to catch up. */
export function checkEnd(world: World): string[] {
  const { core, warnings } = world.bank;
  if (core === undefined) return ['The bank is down at the end.'];
  const violations = [...unfinished(world), ...money(world, core.state), ...events(world)];
  for (const call of world.calls) {
    if (call.ended !== undefined) violations.push(...lasting(world, call, core.state));
  }
  violations.push(...refunds(world, core.state));
  for (const warning of warnings) {
    if (warning.includes('is truncated')) violations.push(`The journal: ${warning}`);
  }
  return violations;
}

const DUPLICATES: ReadonlySet<string> = new Set(['cob.create', 'loc.create']);

/** No call creates two records. */
function* doubled({ bank, calls, seen }: World): Generator<string> {
  for (; seen.effects < bank.effects.length; seen.effects += 1) {
    const effect = bank.effects[seen.effects];
    const call = calls.find(({ id }) => id === effect?.call);
    if (call === undefined || !DUPLICATES.has(call.subject.operation)) continue;
    const count = effectsOf(bank.effects, call).length;
    if (count > 1) yield `${nameOf(call)} created ${count} records.`;
  }
}

/** Every call ends within its deadline, the time aside in which its process stood still. */
function* late({ calls, seen, runtime }: World): Generator<string> {
  for (const call of calls) {
    const { process, began, deadlineMs, ended, pausedBefore } = call;
    if (seen.ended.has(call)) continue;
    if (ended === undefined && (!process.isAlive || process.isPaused)) continue;
    const took = (ended ?? runtime.elapsed()) - began - (process.pausedMs - pausedBefore);
    if (took > deadlineMs + GRACE) {
      seen.ended.add(call);
      yield `${nameOf(call)} took ${took} ms; its deadline is ${deadlineMs} ms.`;
    }
  }
}

/** No Pix is booked twice. */
function* doubleEntries({ books, seen }: World): Generator<string> {
  for (; seen.entries < books.entries.length; seen.entries += 1) {
    const entry = books.entries[seen.entries];
    const first = books.entries.findIndex(({ endToEndId }) => endToEndId === entry?.endToEndId);
    if (first !== seen.entries) yield `The Pix ${first} was booked twice.`;
  }
}

function* unfinished({ calls }: World): Generator<string> {
  for (const call of calls) {
    if (call.ended === undefined && call.process.isAlive) yield `${nameOf(call)} never ended.`;
  }
}
