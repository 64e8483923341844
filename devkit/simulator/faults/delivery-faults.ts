import type { Faults } from './faults.js';

/** The effect of injected faults on the delivery of an event. */
export interface DeliveryEffect {
  /** Number of deliveries. */
  readonly copies: number;
  /** Milliseconds before the first attempt. */
  readonly delay: number;
  /** Whether the deliveries are recorded but never sent. */
  readonly lost: boolean;
}

/** Resolves the effect of the fault rules on a delivery of a kind. Counts as a matching request. */
export function resolveDelivery(faults: Faults, kind: string): DeliveryEffect {
  const effect = { copies: 1, delay: 0, lost: false };
  if (faults.isEmpty) return effect;
  for (const { rule } of faults.selectForDelivery({ targets: ['delivery', `delivery:${kind}`] })) {
    if (rule.kind === 'delay') effect.delay += rule.ms;
    else if (rule.kind === 'lose') effect.lost = true;
    else effect.copies = rule.times ?? 2;
  }
  return effect;
}
