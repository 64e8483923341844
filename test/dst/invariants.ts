import { charges, events, money, refunds } from './balance.js';
import {
  findEffects,
  checkResilience,
  checkDurability,
  describeCall,
  checkResult,
} from './results.js';
import type { Simulation } from './simulation.js';

/** Tolerance of a deadline, in milliseconds. */
const GRACE = 5;

/** Checks what must be true at every instant. Called after every action of the scheduler. */
export function checkAlways(simulation: Simulation): string[] {
  const { calls, seen, unchecked } = simulation;
  for (const call of calls.slice(seen.calls)) unchecked.add(call);
  seen.calls = calls.length;
  const violations = [
    ...simulation.violations,
    ...doubled(simulation),
    ...late(simulation),
    ...doubleEntries(simulation),
    ...simulation.bank.defects.map((defect) => `The bank failed: ${String(defect)}`),
  ];
  const { core } = simulation.bank;
  if (core === undefined) return violations;
  for (const call of unchecked) {
    if (call.ended === undefined) continue;
    unchecked.delete(call);
    violations.push(
      ...checkResult(simulation, call, core.state),
      ...checkResilience(simulation, call),
    );
  }
  return violations;
}

/** Checks what must be true after every fault has ended and all processes had time to recover. */
export function checkEnd(simulation: Simulation): string[] {
  const { core } = simulation.bank;
  if (core === undefined) return ['The bank is down at the end.'];
  const violations = [
    ...unfinished(simulation),
    ...charges(simulation),
    ...money(simulation, core.state),
    ...events(simulation),
  ];
  for (const call of simulation.calls) {
    if (call.ended !== undefined) violations.push(...checkDurability(simulation, call));
  }
  violations.push(...refunds(simulation, core.state));
  return violations;
}

const DUPLICATES: ReadonlySet<string> = new Set(['cob.create', 'loc.create', 'cobr.retry']);

/** Checks that no call creates two records or attempts. */
function* doubled({ bank, calls, seen }: Simulation): Generator<string> {
  for (; seen.effects < bank.effects.length; seen.effects += 1) {
    const effect = bank.effects[seen.effects];
    const call = calls.find(({ id }) => id === effect?.call);
    if (call === undefined || !DUPLICATES.has(call.subject.operation)) continue;
    const count = findEffects(bank.effects, call).length;
    if (count > 1) yield `${describeCall(call)} created ${count} records.`;
  }
}

/** Checks that every call ends within its deadline, not counting the time in which its process was paused. */
function* late({ unchecked, runtime }: Simulation): Generator<string> {
  for (const call of unchecked) {
    const { process, began, deadlineMs, ended, pausedBefore } = call;
    if (ended === undefined && (!process.isAlive || process.isPaused)) continue;
    const took = (ended ?? runtime.elapsed()) - began - (process.pausedMs - pausedBefore);
    if (took > deadlineMs + GRACE) {
      unchecked.delete(call);
      yield `${describeCall(call)} took ${took} ms; its deadline is ${deadlineMs} ms.`;
    }
  }
}

/** Checks that no Pix is booked twice. */
function* doubleEntries({ books, seen }: Simulation): Generator<string> {
  for (; seen.entries < books.entries.length; seen.entries += 1) {
    const entry = books.entries[seen.entries];
    const first = books.entries.findIndex(({ endToEndId }) => endToEndId === entry?.endToEndId);
    if (first !== seen.entries) yield `The Pix ${first} was booked twice.`;
  }
}

function* unfinished({ calls }: Simulation): Generator<string> {
  for (const call of calls) {
    if (call.ended === undefined && call.process.isAlive)
      yield `${describeCall(call)} never ended.`;
  }
}
