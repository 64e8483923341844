import { checkAlways, checkEnd } from './invariants.js';
import type { Plan, Step } from './plan.js';
import { perform } from './steps.js';
import { useRun } from './virtual-globals.js';
import { World } from './world.js';

/** What a run came to. */
export interface Result {
  readonly seed: number;
  /** What was violated; empty when every invariant held. */
  readonly violations: readonly string[];
  /** The same for the same seed and code. */
  readonly hash: number;
  readonly log: readonly string[];
  readonly calls: Readonly<Record<string, number>>;
  readonly faults: ReadonlyMap<string, number>;
  /** The requests that something happened to. */
  readonly struckKeys: readonly string[];
  /** How many actions the scheduler ran. */
  readonly actions: number;
}

/** How long a run goes on after every fault has ended, in milliseconds: longer than the bank repeats its webhooks. */
const QUIET = 120_000;

/** How long each of the last reconciliations may take, in milliseconds. */
const LAST = 30_000;

/** More actions than any run has: past it, something goes round in circles. */
const MOST_ACTIONS = 60_000;

/** Runs a plan to its end and checks the invariants on the way. */
export async function simulate(plan: Plan): Promise<Result> {
  const world = new World(plan);
  useRun(world.runtime, plan.seed);
  try {
    return await new Run(world).toEnd();
  } finally {
    useRun(undefined);
  }
}

class Run {
  private actions = 0;
  private readonly violations: string[] = [];

  constructor(private readonly world: World) {}

  async toEnd(): Promise<Result> {
    const { world } = this;
    const { plan, runtime } = world;
    world.bank.start();
    world.startShop('A');
    world.startShop('B');
    for (const step of plan.steps) runtime.after(step.at, () => this.perform(step));
    runtime.after(plan.healsAt, () => this.heal());
    await this.until(plan.healsAt + QUIET);
    for (let round = 0; round < 2 && this.violations.length === 0; round += 1) {
      this.reconcile();
      await this.until(runtime.elapsed() + LAST);
    }
    if (this.violations.length === 0) this.violations.push(...checkEnd(world));
    return this.result();
  }

  private perform(step: Step): void {
    const { id, action } = step;
    this.world.trace(`step ${id} ${Object.values(action).join(' ')}`);
    perform(this.world, step, (promise) => this.watch(promise));
  }

  private heal(): void {
    const { bank, database, shops } = this.world;
    this.world.trace('every fault ends');
    bank.disk.full = false;
    bank.disk.tear = undefined;
    database.isUp = true;
    database.breakRate = 0;
    bank.start();
    for (const { process } of shops.values()) process.resume();
    for (const name of ['A', 'B'] as const) this.world.startShop(name);
    for (const shop of shops.values()) {
      this.watch(shop.resume());
    }
  }

  private reconcile(): void {
    const shop = this.world.shops.get('A');
    if (shop !== undefined) this.watch(shop.receiver.reconciler.run());
  }

  /** An error of the shop's own, such as a database that is away, is no violation. */
  private watch(promise: Promise<unknown>): void {
    promise.catch((error: unknown) => this.world.trace(`gave up: ${String(error).slice(0, 100)}`));
  }

  /** Runs everything that is due until an instant. */
  private async until(end: number): Promise<void> {
    const { runtime } = this.world;
    while (this.violations.length === 0) {
      const { next } = runtime;
      if (next === undefined || next > end) break;
      runtime.step();
      this.actions += 1;
      // Whatever the action made possible happens now, before time goes on.
      await quiet();
      this.violations.push(...checkAlways(this.world));
      if (this.actions > MOST_ACTIONS) this.violations.push('The run does not come to an end.');
    }
    runtime.skipTo(end);
  }

  private result(): Result {
    const { plan, log, struck, calls } = this.world;
    const outcomes: Record<string, number> = {};
    for (const { outcome = 'unfinished', subject } of calls) {
      const name = `${subject.operation} ${outcome}`;
      outcomes[name] = (outcomes[name] ?? 0) + 1;
    }
    return {
      seed: plan.seed,
      violations: this.violations,
      hash: hashOf(log),
      log,
      calls: outcomes,
      faults: struck,
      struckKeys: this.world.struckKeys,
      actions: this.actions,
    };
  }
}

/** Lets every promise that can go on do so: Node runs all microtasks before the next immediate. */
function quiet(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function hashOf(lines: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const line of lines) {
    for (let at = 0; at < line.length; at += 1) {
      hash = Math.imul(hash ^ line.charCodeAt(at), 0x01000193);
    }
  }
  return hash >>> 0;
}
