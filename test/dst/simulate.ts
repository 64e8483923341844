import { checkAlways, checkEnd } from './invariants.js';
import type { Plan, Step } from './plan.js';
import { Simulation } from './simulation.js';
import { perform } from './steps.js';
import { useRun } from './virtual-globals.js';

/** The result of a run. */
export interface Result {
  readonly seed: number;
  /** Violations; empty when every invariant was satisfied. */
  readonly violations: readonly string[];
  /** Equal for the same seed and code. */
  readonly hash: number;
  readonly log: readonly string[];
  readonly calls: Readonly<Record<string, number>>;
  readonly faults: ReadonlyMap<string, number>;
  /** The requests that had a fault. */
  readonly faultyKeys: readonly string[];
  /** Number of actions of the scheduler. */
  readonly actions: number;
}

/** Duration of a run after every fault has ended, in milliseconds: longer than the bank repeats its webhooks. */
const QUIET = 120_000;

/** Time limit of each of the last reconciliations, in milliseconds. */
const LAST = 30_000;

/** More actions than any run has; a run with more does not end. */
const MOST_ACTIONS = 60_000;

/** Runs a plan to its end and checks the invariants after each action. */
export async function simulate(plan: Plan): Promise<Result> {
  const simulation = new Simulation(plan);
  useRun(simulation.runtime, plan.seed);
  try {
    return await new Run(simulation).run();
  } finally {
    useRun(undefined);
  }
}

class Run {
  private actions = 0;
  private readonly violations: string[] = [];

  constructor(private readonly simulation: Simulation) {}

  async run(): Promise<Result> {
    const { simulation } = this;
    const { plan, runtime } = simulation;
    simulation.bank.start();
    simulation.startShop('A');
    simulation.startShop('B');
    for (const step of plan.steps) runtime.after(step.at, () => this.perform(step));
    runtime.after(plan.faultsEndAt, () => this.endFaults());
    await this.until(plan.faultsEndAt + QUIET);
    for (let round = 0; round < 2 && this.violations.length === 0; round += 1) {
      this.reconcile();
      await this.until(runtime.elapsed() + LAST);
    }
    if (this.violations.length === 0) this.violations.push(...checkEnd(simulation));
    return this.result();
  }

  private perform(step: Step): void {
    const { id, action } = step;
    this.simulation.trace(`step ${id} ${Object.values(action).join(' ')}`);
    perform(this.simulation, step, (promise) => this.watch(promise));
  }

  private endFaults(): void {
    const { bank, database, shops } = this.simulation;
    this.simulation.trace('every fault ends');
    bank.disk.full = false;
    bank.disk.tear = undefined;
    database.isUp = true;
    database.breakRate = 0;
    bank.endTemporaryHabits();
    bank.start();
    for (const { process } of shops.values()) process.resume();
    for (const name of ['A', 'B'] as const) this.simulation.startShop(name);
    for (const shop of shops.values()) {
      this.watch(shop.resume());
    }
  }

  private reconcile(): void {
    const shop = this.simulation.shops.get('A');
    if (shop !== undefined) this.watch(shop.receiver.reconciler.run());
  }

  /** Errors of the shop, such as an unavailable database, are not violations. */
  private watch(promise: Promise<unknown>): void {
    promise.catch((error: unknown) =>
      this.simulation.trace(`gave up: ${String(error).slice(0, 100)}`),
    );
  }

  /** Runs everything that is due until an instant. */
  private async until(end: number): Promise<void> {
    const { runtime } = this.simulation;
    while (this.violations.length === 0) {
      const { next } = runtime;
      if (next === undefined || next > end) break;
      runtime.step();
      this.actions += 1;
      // Everything that the action made possible happens before the time advances.
      await drainMicrotasks();
      this.violations.push(...checkAlways(this.simulation));
      if (this.actions > MOST_ACTIONS) this.violations.push('The run does not come to an end.');
    }
    runtime.skipTo(end);
  }

  private result(): Result {
    const { plan, log, faultCounts, calls } = this.simulation;
    const outcomes: Record<string, number> = {};
    for (const { outcome = 'unfinished', subject } of calls) {
      const name = `${subject.operation} ${outcome}`;
      outcomes[name] = (outcomes[name] ?? 0) + 1;
    }
    return {
      seed: plan.seed,
      violations: this.violations,
      hash: hashLines(log),
      log,
      calls: outcomes,
      faults: faultCounts,
      faultyKeys: this.simulation.faultyKeys,
      actions: this.actions,
    };
  }
}

/** Resolves after all pending promises have continued: Node runs all microtasks before the next immediate. */
function drainMicrotasks(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function hashLines(lines: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const line of lines) {
    for (let at = 0; at < line.length; at += 1) {
      hash = Math.imul(hash ^ line.charCodeAt(at), 0x01000193);
    }
  }
  return hash >>> 0;
}
