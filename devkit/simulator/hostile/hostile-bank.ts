import { refuse, violation } from '../families/problems.js';
import { seededRandom } from '../faults/faults.js';

/** All kinds, in the order in which they are documented. */
export const HOSTILE_KINDS = [
  'strict-put',
  'repeated-writes',
  'denied-writes',
  'lagging-reads',
  'short-lists',
  'moved-due-dates',
  'minimal-fields',
  'altered-texts',
  'number-amounts',
] as const;

/**
 * What a hostile bank does. Each is a habit of real banks, or one that the specification permits; docs/guide/testing.md
 * lists their sources.
 *
 * - `strict-put`: a PUT under an identifier that is in use is refused with 400, also if the body is the same.
 * - `repeated-writes`: a gateway delivers each PUT and DELETE twice and returns the second response.
 * - `denied-writes`: a gateway delivers a PUT, PATCH or DELETE, and then answers 401, 403 or 429 itself. With `lagging-reads` no
 * client that reads once after such an answer sees the effect.
 * - `lagging-reads`: reads show the records as they were up to 4 seconds ago, by the simulator's clock.
 * - `short-lists`: the last page lacks its last item, and the pages before it do not state the number of pages.
 * - `moved-due-dates`: recurring charges with `ajusteDiaUtil` show the working day on which they are settled.
 * - `minimal-fields`: responses and notifications have only the fields that the specification requires, and those without
 * which no receiver can work: see `requiredFields`.
 * - `altered-texts`: free texts are cut, and names are those of the bank's own register.
 * - `number-amounts`: amounts are JSON numbers.
 */
export type HostileKind = (typeof HOSTILE_KINDS)[number];

/** A kind, and how often it applies. */
export interface HostileRule {
  kind: HostileKind;
  /** Share of the requests that it applies to, from 0 to 1, drawn from a fixed seed. Default: 1. */
  rate?: number;
}

/** What a hostile bank does: a kind, or a kind with the share of the requests that it applies to. */
export type HostileBehavior = HostileKind | HostileRule;

/** Whether a value is a {@link HostileBehavior}. */
export function isHostileBehavior(value: unknown): value is HostileBehavior {
  if (typeof value === 'string') return HOSTILE_KINDS.includes(value as HostileKind);
  const { kind, rate = 1, ...others } = Object(value) as Record<string, unknown>;
  return (
    HOSTILE_KINDS.includes(kind as HostileKind) &&
    typeof rate === 'number' &&
    rate >= 0 &&
    rate <= 1 &&
    Object.keys(others).length === 0
  );
}

interface Entry {
  readonly rule: HostileRule;
  /** Draws a number from 0 (inclusive) to 1 (exclusive). */
  readonly draw: () => number;
}

/** The behaviors of the simulated bank that a client must withstand. */
export class HostileBank {
  readonly #entries = new Map<HostileKind, Entry>();
  readonly #listeners = new Set<() => void>();

  /** Whether the bank follows the specification. Calls then skip all of this. */
  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Lists the behaviors. */
  list(): HostileRule[] {
    return Array.from(this.#entries.values(), ({ rule }) => ({ ...rule }));
  }

  /**
   * Replaces the behaviors. They apply from the next request on. The same behaviors and the same sequence of requests give
   * the same responses.
   *
   * @throws SimulatorProblem `RequisicaoInvalida` if one is unknown
   */
  set(behaviors: readonly HostileBehavior[]): void {
    checkBehaviors(behaviors);
    this.#entries.clear();
    for (const behavior of behaviors) {
      const rule = typeof behavior === 'string' ? { kind: behavior } : { ...behavior };
      this.#entries.set(rule.kind, {
        rule,
        draw: seededRandom(HOSTILE_KINDS.indexOf(rule.kind)),
      });
    }
    for (const listener of this.#listeners) listener();
  }

  /** Whether the bank has a behavior. @internal */
  has(kind: HostileKind): boolean {
    return this.#entries.has(kind);
  }

  /** Draws whether a behavior applies to the present request. @internal */
  applies(kind: HostileKind): boolean {
    const { rule: { rate = 1 } = {}, draw } = this.#entries.get(kind) ?? {};
    return draw !== undefined && (rate === 1 || draw() < rate);
  }

  /** Draws one of some values for a behavior of the bank. @internal */
  pick<Value>(kind: HostileKind, values: readonly Value[]): Value | undefined {
    const drawn = this.#entries.get(kind)?.draw() ?? 0;
    return values[Math.floor(drawn * values.length)];
  }

  /** Calls `listener` after each {@link set}. @internal */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }
}

function checkBehaviors(behaviors: readonly HostileBehavior[]): void {
  const violacoes = [...behaviors.entries()]
    .filter(([, behavior]) => !isHostileBehavior(behavior))
    .map(([position]) =>
      violation(
        `hostile[${position}]`,
        `deve ser ${HOSTILE_KINDS.join(', ')}, ou { kind, rate } com rate de 0 a 1`,
      ),
    );
  refuse('RequisicaoInvalida', violacoes);
}
