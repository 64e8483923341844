import type { Faults } from './faults.js';

/** What becomes of an event on its way out. */
export interface DeliveryFate {
  /** How many deliveries are made of it. */
  readonly copies: number;
  /** Milliseconds before the first attempt. */
  readonly delay: number;
  readonly lost: boolean;
}

/** Asks the faults on command about a delivery of this kind. */
export function fateOf(faults: Faults, kind: string): DeliveryFate {
  const fate = { copies: 1, delay: 0, lost: false };
  if (faults.isEmpty) return fate;
  for (const { rule } of faults.strikeDelivery({ targets: ['delivery', `delivery:${kind}`] })) {
    if (rule.kind === 'delay') fate.delay += rule.ms;
    else if (rule.kind === 'lose') fate.lost = true;
    else fate.copies = rule.times ?? 2;
  }
  return fate;
}
