import { HOSTILE_KINDS, type HostileKind } from '../../devkit/simulator/hostile/hostile-bank.js';
import type { WebhookFamily } from './calls.js';
import type { ClientSettings } from './client.js';
import type { OrderKind } from './orders.js';
import { deriveSeed, Prng } from './prng.js';
import { FAULT_KINDS, type FaultSettings } from './request-faults.js';
import type { TokenStoreKind } from './token-stores.js';

export type ProcessName = 'A' | 'B';

/** An action at an instant of a run. */
export type Action =
  | {
      readonly do: 'order';
      readonly by: ProcessName;
      readonly kind: OrderKind;
      readonly cents: number;
    }
  | { readonly do: 'cancel'; readonly by: ProcessName; readonly order: number }
  | { readonly do: 'read'; readonly by: ProcessName; readonly order: number }
  | {
      readonly do: 'revise';
      readonly by: ProcessName;
      readonly order: number;
      readonly cents: number;
    }
  | { readonly do: 'location' | 'reconcile'; readonly by: ProcessName }
  | {
      readonly do: 'register' | 'unregister';
      readonly by: ProcessName;
      readonly webhook: WebhookFamily;
    }
  | { readonly do: 'batch'; readonly by: ProcessName; readonly cents: number }
  | { readonly do: 'retry'; readonly by: ProcessName; readonly order: number; readonly day: number }
  | {
      readonly do: 'refund';
      readonly by: ProcessName;
      readonly pix: number;
      /** Part of what is left of the Pix. */
      readonly share: number;
      /** Whether the payer's provider refuses it. */
      readonly refused: boolean;
    }
  | { readonly do: 'pay'; readonly charge: number; readonly how: 'due' | 'force' | 'wrong' }
  | { readonly do: 'alter'; readonly by: ProcessName; readonly order: number }
  | { readonly do: 'outgoing'; readonly cents: number }
  | { readonly do: 'stop'; readonly who: ProcessName; readonly ms: number }
  | { readonly do: 'crash'; readonly who: ProcessName | 'bank'; readonly ms: number }
  | { readonly do: 'pause'; readonly who: ProcessName; readonly ms: number }
  | { readonly do: 'disk-full' | 'database-down'; readonly ms: number }
  | { readonly do: 'tear-disk'; readonly ms: number }
  | { readonly do: 'revoke-tokens' };

export interface Step {
  readonly id: number;
  /** Milliseconds from the start. */
  readonly at: number;
  readonly action: Action;
}

/** All decisions that a seed makes before a run begins. Those during the run are drawn by keys, not in order. */
export interface Plan {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly faultSettings: FaultSettings;
  /** Requests without a fault, whatever the draw. */
  readonly faultless: ReadonlySet<string>;
  /** Milliseconds from the start at which every fault ends. */
  readonly faultsEndAt: number;
  readonly client: ClientSettings;
  /** Habits of the bank. */
  readonly hostile: readonly HostileKind[];
  readonly store: 'shared' | 'memory';
  readonly tokenStore: TokenStoreKind;
  readonly verifyWithProvider: boolean;
  /** Probability that a handler fails, and that the database breaks a connection. */
  readonly handlerFails: number;
  readonly databaseBreaks: number;
  /** Seconds. */
  readonly tokenLifetime: number;
}

/** Longest period of the steps of a run, in milliseconds. */
const LONGEST = 60_000;

/** Builds the plan of a seed. */
export function buildPlan(seed: number): Plan {
  const prng = new Prng(deriveSeed(seed, 'plan'));
  const duration = prng.whole(5_000, LONGEST);
  const count = prng.whole(6, 30);
  const first: Step = { id: 0, at: 0, action: { do: 'register', by: 'A', webhook: 'webhook' } };
  const steps = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    at: prng.whole(10, duration),
    action: buildAction(prng),
  }));
  const robust = prng.chance(0.5);
  const kinds = FAULT_KINDS.filter(() => prng.chance(0.35));
  return {
    seed,
    steps: [first, ...steps].sort((one, other) => one.at - other.at || one.id - other.id),
    faultSettings: {
      rate: prng.pick([0, 0.05, 0.15, 0.3, 0.5]),
      kinds,
      passing: robust,
    },
    faultless: new Set(),
    faultsEndAt: duration + 2_000,
    client: buildClientSettings(prng, robust),
    store: prng.chance(0.85) ? 'shared' : 'memory',
    tokenStore: prng.pick(['own', 'own', 'shared', 'flaky']),
    verifyWithProvider: prng.chance(0.3),
    handlerFails: prng.pick([0, 0, 0.1, 0.3]),
    databaseBreaks: prng.pick([0, 0, 0.02, 0.1]),
    tokenLifetime: prng.pick([20, 60, 3_600]),
    // Seeds without any are the control group.
    hostile: prng.chance(0.9)
      ? separate(
          HOSTILE_KINDS.filter(() => prng.chance(0.5)),
          kinds,
        )
      : [],
  };
}

/**
 * Leaves out refusals of the account where reads lag: the client reads once after them, and a replica can hide the effect
 * from that read (docs/decisions.md D54).
 */
function separate(
  habits: readonly HostileKind[],
  faults: FaultSettings['kinds'],
): readonly HostileKind[] {
  const isLagging = habits.includes('lagging-reads') || faults.includes('replica');
  return isLagging ? habits.filter((kind) => kind !== 'denied-writes') : habits;
}

/** @param robust whether the client repeats until its deadline */
function buildClientSettings(prng: Prng, robust: boolean): ClientSettings {
  if (robust) {
    return { retry: { attempts: 100, baseDelay: 0.1, maxDelay: 2, budget: false }, deadline: 90 };
  }
  const attempts = prng.whole(0, 4);
  return {
    retry: attempts === 0 ? false : { attempts, baseDelay: 0.25, maxDelay: 8 },
    deadline: prng.pick([5, 20, 60]),
  };
}

const KINDS: readonly OrderKind[] = ['cob', 'cob', 'cobv', 'cob-post', 'cobr', 'cobr'];

const WEBHOOKS: readonly WebhookFamily[] = ['webhook', 'webhookrec', 'webhookcobr'];

function buildAction(prng: Prng): Action {
  const by = prng.pick(['A', 'B'] as const);
  const cents = prng.whole(100, 99_999);
  const who = prng.pick(['A', 'B', 'bank'] as const);
  const ms = prng.whole(200, 8_000);
  const one = prng.whole(0, 7);
  return prng.weighted<() => Action>([
    [30, () => ({ do: 'order', by, kind: prng.pick(KINDS), cents })],
    [9, () => ({ do: 'cancel', by, order: one })],
    [8, () => ({ do: 'revise', by, order: one, cents })],
    [3, () => ({ do: 'read', by, order: one })],
    [
      24,
      () => ({ do: 'pay', charge: one, how: prng.pick(['due', 'due', 'due', 'force', 'wrong']) }),
    ],
    [6, () => ({ do: 'batch', by, cents })],
    [15, () => ({ do: 'retry', by, order: one, day: prng.whole(0, 2) })],
    [
      30,
      () => ({
        do: 'refund',
        by,
        pix: one,
        share: prng.pick([0.25, 0.5, 1]),
        refused: prng.chance(0.2),
      }),
    ],
    [9, () => ({ do: 'register', by, webhook: prng.pick(WEBHOOKS) })],
    [5, () => ({ do: 'unregister', by, webhook: prng.pick(WEBHOOKS) })],
    [2, () => ({ do: 'location', by })],
    [3, () => ({ do: 'reconcile', by })],
    [8, () => ({ do: 'alter', by, order: one })],
    [2, () => ({ do: 'outgoing', cents })],
    [3, () => ({ do: 'stop', who: by, ms })],
    [6, () => ({ do: 'crash', who, ms })],
    [4, () => ({ do: 'pause', who: by, ms })],
    [3, () => ({ do: 'disk-full', ms })],
    [2, () => ({ do: 'tear-disk', ms })],
    [3, () => ({ do: 'database-down', ms })],
    [2, () => ({ do: 'revoke-tokens' })],
  ])();
}
