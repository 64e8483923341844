import { setTimeout as delay } from 'node:timers/promises';
import { Prng } from '../dst/prng.js';
import type { LoadedShop, Variables } from './shop-processes.js';

/** Milliseconds between two looks at the progress. */
const PAUSE = 100;

/** Starts of one process, and milliseconds between them: together longer than a restart of the database. */
const MOST_STARTS = 5;
const START_PAUSE = 2_000;

export interface KillPlan {
  /** Milliseconds from one kill to the next. */
  readonly every: number;
  /** Kills that are spread over the orders, if there is no time for more. */
  readonly atLeast: number;
  /** Of the order in which processes are killed. */
  readonly seed: number;
}

/** Kills one process after the other with SIGKILL and starts it again, until it is stopped. */
export class Killer {
  kills = 0;
  readonly #random: Prng;
  #lastKill = Date.now();
  #isDone = false;
  #hasFailed = false;
  #work: Promise<void> | undefined;

  constructor(
    private readonly shops: readonly LoadedShop[],
    private readonly variables: Variables,
    private readonly plan: KillPlan,
    /** Returns the share of the orders that have begun, from 0 to 1. */
    private readonly progress: () => number,
  ) {
    this.#random = new Prng(plan.seed);
  }

  start(): void {
    this.#lastKill = Date.now();
    this.#work = this.#run();
    // `stop` reports the failure.
    this.#work.catch(() => {
      this.#hasFailed = true;
    });
  }

  /** Waits until the kills that belong before the order with this number were made, except for the latest. */
  async allow(number: number, orders: number): Promise<void> {
    const due = Math.floor((number * (this.plan.atLeast + 1)) / orders) - 1;
    while (this.kills < due && !this.#hasFailed) await delay(PAUSE);
  }

  /** Waits until every process runs. */
  async stop(): Promise<void> {
    this.#isDone = true;
    await this.#work;
  }

  async #run(): Promise<void> {
    while (!this.#isDone) {
      if (!this.#isDue()) {
        await delay(PAUSE);
        continue;
      }
      const shop = this.#random.pick(this.shops);
      this.kills += 1;
      this.#lastKill = Date.now();
      await shop.kill();
      await this.#startAgain(shop);
    }
  }

  /** Repeats a start that the restart of the database has prevented, as an orchestrator does. */
  async #startAgain(shop: LoadedShop): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await shop.start(this.variables);
        return;
      } catch (error) {
        if (attempt === MOST_STARTS) throw error;
        await delay(START_PAUSE);
      }
    }
  }

  #isDue(): boolean {
    const { every, atLeast } = this.plan;
    const isLate = Date.now() - this.#lastKill >= every;
    return isLate || this.progress() >= (this.kills + 1) / (atLeast + 1);
  }
}
