import { checkRule } from './check-rule.js';
import type { AnswerFault, DeliveryFault, Fault, FaultMoment, FaultRule } from './fault.js';
import { momentOf } from './fault-moment.js';
import { seededRandom } from './seeded-random.js';

/** What a fault may strike: the names that it answers to, and its path parameters. */
export interface FaultSubject {
  readonly targets: readonly string[];
  readonly params?: Readonly<Record<string, string>>;
}

/** A fault that strikes. */
export interface Strike<Kind extends FaultRule = FaultRule> {
  readonly rule: Kind;
  /** From 0 up to 1: what its strength is taken from, where that is a range. */
  readonly drawn: number;
}

interface Entry {
  readonly id: number;
  readonly rule: FaultRule;
  readonly moment: FaultMoment;
  readonly targets: ReadonlySet<string>;
  /** Which requests it strikes, and how hard; two rows, so that requests that overlap do not change the first. */
  readonly draw: () => number;
  readonly drawStrength: () => number;
  readonly limit: number;
  seen: number;
  struck: number;
}

const DELIVERY_KINDS: ReadonlySet<string> = new Set(['lose', 'duplicate', 'delay']);

/** Kinds that leave the answer as it is, so that another fault may strike the same request. */
const PASSING: ReadonlySet<string> = new Set(['latency', 'revoke-tokens', 'delay']);

/** The faults on command, in the order in which they were added. */
export class Faults {
  private entries: Entry[] = [];
  private nextId = 1;

  /** Whether there is nothing to go wrong, which keeps the way of an ordinary call short. */
  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  /**
   * Adds a fault. It strikes from the next request on, and stays on record until it is removed.
   *
   * @example
   * // The charge is created, and the client is never told.
   * control.faults.add({ on: 'PUT /cob/{txid}', kind: 'reset', when: 'after' });
   *
   * @throws SimulatorProblem `RequisicaoInvalida` that names every field that is wrong
   */
  add(rule: FaultRule): Fault {
    const checked = checkRule(rule);
    const { on = DELIVERY_KINDS.has(checked.kind) ? 'delivery' : 'api', seed = 1 } = checked;
    const { count = checked.rate === undefined ? 1 : 'always' } = checked;
    const entry: Entry = {
      id: this.nextId++,
      rule: checked,
      moment: momentOf(checked),
      targets: new Set([on].flat()),
      draw: seededRandom(seed),
      drawStrength: seededRandom(~seed),
      limit: count === 'always' ? Infinity : count,
      seen: 0,
      struck: 0,
    };
    this.entries.push(entry);
    return toFault(entry);
  }

  /** Every fault on record, those that are spent included. */
  list(): Fault[] {
    return this.entries.map(toFault);
  }

  /** @returns whether there was such a fault */
  remove(id: number): boolean {
    const before = this.entries.length;
    this.entries = this.entries.filter((entry) => entry.id !== id);
    return this.entries.length < before;
  }

  /** Removes all. */
  clear(): void {
    this.entries = [];
  }

  /**
   * The faults that strike a call or a token request at a moment: any number that let it pass, and one that does not.
   *
   * @internal
   */
  strike(moment: FaultMoment, subject: FaultSubject): Strike<FaultRule & AnswerFault>[] {
    return this.select(moment, subject) as Strike<FaultRule & AnswerFault>[];
  }

  /**
   * The same for a webhook delivery.
   *
   * @internal
   */
  strikeDelivery(subject: FaultSubject): Strike<FaultRule & DeliveryFault>[] {
    return this.select('before', subject) as Strike<FaultRule & DeliveryFault>[];
  }

  private select(moment: FaultMoment, { targets, params }: FaultSubject): Strike[] {
    const strikes: Strike[] = [];
    let ended = false;
    for (const entry of this.entries) {
      if (entry.moment !== moment) continue;
      if (!targets.some((target) => entry.targets.has(target))) continue;
      if (!matches(entry.rule.params, params)) continue;
      // Every matching request counts and draws, so that a strike depends on their order alone.
      const chosen = choose(entry);
      const passing = PASSING.has(entry.rule.kind);
      if (!chosen || (ended && !passing)) continue;
      entry.struck += 1;
      ended ||= !passing;
      strikes.push({ rule: entry.rule, drawn: entry.drawStrength() });
    }
    return strikes;
  }
}

function choose(entry: Entry): boolean {
  const { skip = 0, rate = 1 } = entry.rule;
  entry.seen += 1;
  if (entry.seen <= skip) return false;
  const drawn = rate === 1 || entry.draw() < rate;
  return drawn && entry.struck < entry.limit;
}

function matches(
  wanted: Readonly<Record<string, string>> = {},
  params: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(wanted).every(([name, value]) => params[name] === value);
}

function toFault({ id, rule, seen, struck, limit }: Entry): Fault {
  return { id, rule: structuredClone(rule), seen, struck, spent: struck >= limit };
}
