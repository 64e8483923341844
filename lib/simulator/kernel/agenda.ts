import type { SimulatorClock } from './clock.js';

/**
 * What is planned for records, by name: at most one thing for each, so that planning anew replaces what was planned
 * before. Plans follow from the records alone; kept records are planned for again after a restart.
 */
export class Agenda {
  private readonly plans = new Map<string, () => void>();

  constructor(private readonly clock: SimulatorClock) {}

  /** Plans `action` for an instant of the clock; never for `Infinity`. */
  plan(name: string, due: number, action: () => void): void {
    this.drop(name);
    if (due === Infinity) return;
    const cancel = this.clock.at(due, () => {
      this.plans.delete(name);
      action();
    });
    this.plans.set(name, cancel);
  }

  drop(name: string): void {
    this.plans.get(name)?.();
    this.plans.delete(name);
  }

  clear(): void {
    for (const cancel of this.plans.values()) cancel();
    this.plans.clear();
  }
}
