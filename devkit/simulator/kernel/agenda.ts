import type { SimulatorClock } from './clock.js';

/**
 * Planned actions by name. Each name has at most one action: a new plan replaces the previous one.
 * Plans are derived from the records only and are rebuilt from the persisted records after a
 * restart.
 */
export class Agenda {
  readonly #plans = new Map<string, () => void>();

  constructor(private readonly clock: SimulatorClock) {}

  /** Plans `action` for an instant of the clock. `Infinity` only removes the previous plan. */
  plan(name: string, due: number, action: () => void): void {
    this.drop(name);
    if (due === Infinity) return;
    const cancel = this.clock.at(due, () => {
      this.#plans.delete(name);
      action();
    });
    this.#plans.set(name, cancel);
  }

  drop(name: string): void {
    this.#plans.get(name)?.();
    this.#plans.delete(name);
  }

  clear(): void {
    for (const cancel of this.#plans.values()) cancel();
    this.#plans.clear();
  }
}
