import type { Plan } from './plan.js';
import { simulate, type Result } from './simulate.js';

/** A failing plan that cannot be reduced further, and its run. */
export interface Shrunk {
  readonly plan: Plan;
  readonly result: Result;
  /** Number of runs. */
  readonly runs: number;
}

/** Maximum number of runs. */
const MOST_RUNS = 600;

/**
 * Removes what the failure does not need from a failing plan: steps first, then faults of the network, then the rest.
 *
 * @throws Error when the plan does not fail
 */
export async function shrink(plan: Plan): Promise<Shrunk> {
  const shrinker = new Shrinker(plan, await simulate(plan));
  await shrinker.dropSteps();
  await shrinker.dropFaults();
  await shrinker.simplify();
  return shrinker;
}

class Shrinker implements Shrunk {
  runs = 1;
  private readonly kind: string;

  constructor(
    public plan: Plan,
    public result: Result,
  ) {
    const [violation] = result.violations;
    if (violation === undefined) throw new Error(`Seed ${plan.seed} does not fail.`);
    this.kind = toKind(violation);
  }

  /** Drops groups of steps, large ones first. */
  async dropSteps(): Promise<void> {
    for (let size = this.plan.steps.length >> 1; size >= 1; size >>= 1) {
      for (let at = 0; at < this.plan.steps.length;) {
        const { steps } = this.plan;
        const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
        if (!(await this.tryPlan({ ...this.plan, steps: fewer }))) at += size;
      }
    }
  }

  /** Removes the faults of requests. */
  async dropFaults(): Promise<void> {
    for (const key of this.result.faultyKeys) {
      const faultless = new Set([...this.plan.faultless, key]);
      await this.tryPlan({ ...this.plan, faultless });
    }
  }

  async simplify(): Promise<void> {
    for (const kind of this.plan.hostile) {
      const hostile = this.plan.hostile.filter((other) => other !== kind);
      await this.tryPlan({ ...this.plan, hostile });
    }
    await this.tryPlan({ ...this.plan, handlerFails: 0 });
    await this.tryPlan({ ...this.plan, databaseBreaks: 0 });
    await this.tryPlan({ ...this.plan, verifyWithProvider: false });
    await this.tryPlan({ ...this.plan, tokenLifetime: 3_600 });
  }

  /** Keeps a plan if it still fails in the same way. */
  private async tryPlan(plan: Plan): Promise<boolean> {
    if (this.runs >= MOST_RUNS) return false;
    this.runs += 1;
    const result = await simulate(plan);
    if (!result.violations.some((violation) => toKind(violation) === this.kind)) return false;
    this.plan = plan;
    this.result = result;
    return true;
  }
}

/** Removes what differs between runs from a violation. */
function toKind(violation: string): string {
  return violation
    .replace(/\([^)]*\)/g, '')
    .replace(/[\d.]+|pedido\w+|[A-Za-z0-9]{26,}/g, '#')
    .slice(0, 60);
}
