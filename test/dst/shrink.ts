import type { Plan, Step } from './plan.js';
import { simulate, type Result } from './simulate.js';

/** A failing plan with nothing left to leave out, and its run. */
export interface Shrunk {
  readonly plan: Plan;
  readonly result: Result;
  /** How many runs it took. */
  readonly runs: number;
}

/** More runs than shrinking may take. */
const MOST_RUNS = 600;

/**
 * Leaves out of a failing plan what the failure does not need: steps first, then faults of the network, then the rest.
 *
 * @throws Error when the plan does not fail
 */
export async function shrink(plan: Plan): Promise<Shrunk> {
  const shrinker = new Shrinker(plan, await simulate(plan));
  await shrinker.dropSteps();
  await shrinker.calmRequests();
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
    this.kind = kindOf(violation);
  }

  /** Drops groups of steps, large ones first. */
  async dropSteps(): Promise<void> {
    for (let size = this.plan.steps.length >> 1; size >= 1; size >>= 1) {
      for (let at = 0; at < this.plan.steps.length;) {
        const { steps } = this.plan;
        const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
        if (!(await this.accepts({ ...this.plan, steps: fewer }))) at += size;
      }
    }
  }

  /** Lets requests pass that were struck. */
  async calmRequests(): Promise<void> {
    for (const key of this.result.struckKeys) {
      const calm = new Set([...this.plan.calm, key]);
      await this.accepts({ ...this.plan, calm });
    }
  }

  async simplify(): Promise<void> {
    await this.accepts({ ...this.plan, handlerFails: 0 });
    await this.accepts({ ...this.plan, databaseBreaks: 0 });
    await this.accepts({ ...this.plan, verifyWithProvider: false });
    await this.accepts({ ...this.plan, tokenLifetime: 3_600 });
  }

  /** Takes a plan over if it still fails in the same way. */
  private async accepts(plan: Plan): Promise<boolean> {
    if (this.runs >= MOST_RUNS) return false;
    this.runs += 1;
    const result = await simulate(plan);
    if (!result.violations.some((violation) => kindOf(violation) === this.kind)) return false;
    this.plan = plan;
    this.result = result;
    return true;
  }
}

/** A violation without what differs from run to run. */
function kindOf(violation: string): string {
  return violation
    .replace(/\([^)]*\)/g, '')
    .replace(/[\d.]+|pedido\w+|[A-Za-z0-9]{26,}/g, '#')
    .slice(0, 60);
}

/** The numbers of the steps, as `--keep` takes them. */
export function keptSteps(steps: readonly Step[]): string {
  return steps.map(({ id }) => id).join(',');
}
