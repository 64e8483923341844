import {
  checkRule,
  DELIVERY_KINDS,
  type AnswerFault,
  type DeliveryFault,
  type Fault,
  type FaultMoment,
  type FaultRule,
} from './rules.js';

/** A request or delivery that faults may apply to: its targets and its path parameters. */
export interface FaultSubject {
  readonly targets: readonly string[];
  readonly params?: Readonly<Record<string, string>>;
}

/** A fault that applies to a request or delivery. */
export interface InjectedFault<Kind extends FaultRule = FaultRule> {
  readonly rule: Kind;
  /**
   * Random number from 0 (inclusive) to 1 (exclusive) that selects a value of a range, such as a
   * latency.
   */
  readonly drawn: number;
}

interface Entry {
  readonly id: number;
  readonly rule: FaultRule;
  readonly timing: FaultMoment;
  readonly targets: ReadonlySet<string>;
  /**
   * Selects requests by the rate. Separate from {@link drawValue}, so that the selection does not
   * depend on values drawn.
   */
  readonly draw: () => number;
  /** Selects values of ranges. */
  readonly drawValue: () => number;
  readonly limit: number;
  seen: number;
  struck: number;
}

/** Kinds that do not replace the response, so that another fault can apply to the same request. */
const NON_FINAL: ReadonlySet<string> = new Set(['latency', 'revoke-tokens', 'delay']);

/** The fault rules, in the order in which they were added. */
export class Faults {
  #entries: Entry[] = [];
  #nextId = 1;

  /** Whether there are no rules. Calls then skip fault injection. */
  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /**
   * Adds a fault. It applies from the next request on, and stays in the list until it is removed.
   *
   * @example
   * // The charge is created, but the client receives no response.
   * control.faults.add({ on: 'PUT /cob/{txid}', kind: 'reset', when: 'after' });
   *
   * @throws SimulatorProblem `RequisicaoInvalida` with a violation for each invalid field
   */
  add(rule: FaultRule): Fault {
    const checked = checkRule(rule);
    const { on = DELIVERY_KINDS.has(checked.kind) ? 'delivery' : 'api' } = checked;
    // Faults with the same seed would coincide, and of those only the first one ends a response.
    const { seed = this.#entries.length + 1 } = checked;
    const { count = checked.rate === undefined ? 1 : 'always' } = checked;
    const entry: Entry = {
      id: this.#nextId++,
      rule: checked,
      timing: resolveTiming(checked),
      targets: new Set([on].flat()),
      draw: seededRandom(seed),
      drawValue: seededRandom(~seed),
      limit: count === 'always' ? Infinity : count,
      seen: 0,
      struck: 0,
    };
    this.#entries.push(entry);
    return toFault(entry);
  }

  /** Lists all faults, including those that no longer apply. */
  list(): Fault[] {
    return this.#entries.map(toFault);
  }

  /** Removes a fault. @returns whether it existed */
  remove(id: number): boolean {
    const before = this.#entries.length;
    this.#entries = this.#entries.filter((entry) => entry.id !== id);
    return this.#entries.length < before;
  }

  /** Removes all faults. */
  clear(): void {
    this.#entries = [];
  }

  /**
   * Selects the faults that apply to a call or a token request: any number of faults that keep the
   * response, and at most one fault that replaces it. Counts as a matching request.
   *
   * @internal
   */
  selectForCall(
    timing: FaultMoment,
    subject: FaultSubject,
  ): InjectedFault<FaultRule & AnswerFault>[] {
    return this.#select(timing, subject) as InjectedFault<FaultRule & AnswerFault>[];
  }

  /**
   * Selects the faults that apply to a webhook delivery. Counts as a matching request.
   *
   * @internal
   */
  selectForDelivery(subject: FaultSubject): InjectedFault<FaultRule & DeliveryFault>[] {
    return this.#select('before', subject) as InjectedFault<FaultRule & DeliveryFault>[];
  }

  #select(timing: FaultMoment, { targets, params }: FaultSubject): InjectedFault[] {
    const selected: InjectedFault[] = [];
    let ended = false;
    for (const entry of this.#entries) {
      if (entry.timing !== timing) continue;
      if (!targets.some((target) => entry.targets.has(target))) continue;
      if (!matches(entry.rule.params, params)) continue;
      // Every matching request counts and draws, so that the selection depends only on the order of
      // the requests.
      const applies = countAndDraw(entry);
      const isFinal = !NON_FINAL.has(entry.rule.kind);
      if (!applies || (ended && isFinal)) continue;
      entry.struck += 1;
      ended ||= isFinal;
      selected.push({ rule: entry.rule, drawn: entry.drawValue() });
    }
    return selected;
  }
}

/** Counts a matching request. @returns whether the fault applies to it */
function countAndDraw(entry: Entry): boolean {
  const { skip = 0, rate = 1 } = entry.rule;
  entry.seen += 1;
  if (entry.seen <= skip) return false;
  const drawn = rate === 1 || entry.draw() < rate;
  return drawn && entry.struck < entry.limit;
}

function matches(
  expected: Readonly<Record<string, string>> = {},
  params: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(expected).every(([name, value]) => params[name] === value);
}

function toFault({ id, rule, seen, struck, limit }: Entry): Fault {
  return { id, rule: structuredClone(rule), seen, struck, spent: struck >= limit };
}

/** Kinds that corrupt a response. */
const CORRUPTING: ReadonlySet<string> = new Set(['truncate', 'wrong-json', 'html', 'empty']);

/**
 * Resolves when a fault applies. Default: `after` the operation for faults that corrupt a response,
 * `before` it for faults that simulate an outage.
 */
export function resolveTiming(rule: FaultRule): FaultMoment {
  if ('when' in rule) return rule.when;
  const isLate = CORRUPTING.has(rule.kind) || (rule.kind === 'reset' && rule.at === 'body');
  return isLate ? 'after' : 'before';
}

/** The effect of injected faults on the delivery of an event. */
interface DeliveryEffect {
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

/**
 * Creates a generator of numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same
 * numbers. Implements mulberry32, which is in the public domain.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
