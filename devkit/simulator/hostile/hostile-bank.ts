import { seededRandom } from '../faults/seeded-random.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import { violation } from '../problems/violation.js';
import {
  HOSTILE_KINDS,
  isHostileBehavior,
  type HostileBehavior,
  type HostileKind,
  type HostileRule,
} from './hostile-kinds.js';

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
  if (violacoes.length > 0) throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
}
