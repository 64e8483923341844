import { resolveTiming } from '../../../devkit/simulator/faults/faults.js';
import { PixSimulator, type AnswerFault, type FaultRule } from '../../../devkit/simulator/index.js';
import { createPixClient, type PixClient, type PixRetryOptions } from '../../../lib/index.js';
import { readBankState } from '../../chaos/bank/bank-state.js';
import { Bank } from '../../chaos/bank/bank.js';
import { countOutcomes, isCorrect } from '../../chaos/client/outcome-counts.js';
import { makeReport } from '../../chaos/client/report.js';
import { writeOperations, type WriteOperation } from '../../chaos/operations/index.js';
import type { Json } from '../../simulator/support/bare-client.js';
import { hostileHabits, promptHabits } from '../../support/hostile-habits.js';
import { READ_LIMIT, type Scenario, type Step } from './scenarios.js';

export type RetrySetting = PixRetryOptions | false;

/** Retry settings by their name in test titles. Waits are short, and calls do not share a retry budget. */
export const RETRY_SETTINGS: readonly [string, RetrySetting][] = [
  ['without retries', false],
  ['with the default attempts', { baseDelay: 0.005, maxDelay: 0.05, budget: false }],
  ['with 8 attempts', { attempts: 8, baseDelay: 0.005, maxDelay: 0.05, budget: false }],
];

const DEADLINE = 10;
/** The deadline of calls whose outcome may stay unknown. */
const SHORT_DEADLINE = 0.6;

/** How fast the clock of the bank runs, by which its replicas are up to 4 seconds late. */
const CLOCK_RATE = 20;
/** `readLag` of a client whose bank has replicas, in seconds. */
const READ_LAG = 0.25;

/** Whether the bank of a client has replicas. Nothing is read without retries, and the others meet a gateway that denies. */
function hasReplicas(retry: RetrySetting): boolean {
  return retry !== false && retry.attempts === undefined;
}

/** The operations whose calls can be made at the same time. */
const independent = writeOperations.filter(({ alone }) => alone === undefined);

/** A simulated bank and one client for each retry setting. */
export class Matrix {
  private constructor(
    readonly simulator: PixSimulator,
    private readonly bank: Bank,
    private readonly clients: ReadonlyMap<RetrySetting, PixClient>,
    private readonly deadline: number,
  ) {}

  /**
   * @param readLimit the time limit for one attempt, in seconds
   * @param deadline how long a call may take, in seconds; one whose outcome stays unknown takes all of it
   */
  static async start(readLimit = READ_LIMIT, deadline = DEADLINE): Promise<Matrix> {
    const simulator = await PixSimulator.start({ processingDelay: 0, refundDelay: 0 });
    const clients = new Map<RetrySetting, PixClient>();
    for (const [, retry] of RETRY_SETTINGS) {
      const { provider } = simulator.moduleOptions;
      const options = {
        ...simulator.moduleOptions,
        provider: hasReplicas(retry) ? { ...provider, readLag: READ_LAG } : provider,
        timeout: [Math.max(2, readLimit), readLimit] as [number, number],
        log: false as const,
      };
      clients.set(retry, await createPixClient({ ...options, retry }));
    }
    return new Matrix(simulator, new Bank(simulator), clients, deadline);
  }

  /**
   * Makes one call of each operation under a scenario, all at the same time.
   *
   * @returns a line for each report that contradicts the bank
   */
  async contradictions(
    scenario: Scenario,
    retry: RetrySetting,
    operations: readonly WriteOperation[] = independent,
  ): Promise<string[]> {
    const { faults, hostile, clock } = this.simulator.control;
    const client = this.clients.get(retry)!;
    this.simulator.control.reset();
    await client.tokens.invalidate();
    const cells: { operation: WriteOperation; target: Json }[] = [];
    for (const operation of operations) {
      const target = await operation.prepare(this.bank);
      cells.push({ operation, target });
    }
    for (const { operation, target } of cells) {
      const stale = await this.staleRead(operation, target);
      for (const rule of buildRules(scenario, operation, target, stale)) faults.add(rule);
    }
    if (scenario.tokens) faults.add({ ...scenario.tokens, on: 'token', count: 'always' });
    // A stale read is later than the `readLag` of this bank. A hostile one then refuses a repeat that had an effect.
    const habits = hasReplicas(retry) ? hostileHabits : promptHabits;
    hostile.set(scenario.reads?.includes('stale') ? [] : habits);
    clock.setRate(CLOCK_RATE);
    const excused = retry === false || scenario.mayStayUnknown === true;
    const reports = await Promise.all(
      cells.map(({ operation, target }) =>
        makeReport(operation, client, target, {
          deadline: excused || !operation.settles ? SHORT_DEADLINE : this.deadline,
          ...scenario.options?.(),
        }),
      ),
    );
    faults.clear();
    hostile.set([]);
    await waitForLateRequests(scenario);
    // The delayed processing of the bank, such as the charges of a batch.
    this.simulator.control.clock.advance(1);
    const state = await readBankState(this.bank);
    return cells.flatMap(({ operation }, index) => {
      const counts = countOutcomes(operation, [reports[index]!], state);
      if (isCorrect(excused ? { ...counts, unsettled: 0 } : counts)) return [];
      const { outcome, error = '' } = reports[index]!;
      return [`${operation.name}: ${outcome}, effects: ${counts.atBank + counts.doubled} ${error}`];
    });
  }

  /** Reads the record before the call; a delayed replica still returns this response after it. */
  private async staleRead({ readBy, params }: WriteOperation, target: Json): Promise<StaleRead> {
    if (readBy === undefined || params === undefined) return NOT_FOUND;
    const path = Object.entries(params(target)).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
      readBy.replace('GET ', ''),
    );
    const body = await this.bank.call('GET', path).catch(() => undefined);
    return body === undefined ? NOT_FOUND : { kind: 'status', status: 200, body };
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) await client.close();
    this.bank.close();
    await this.simulator.close();
  }
}

type StaleRead = AnswerFault & { kind: 'status' };

const NOT_FOUND: StaleRead = { kind: 'status', status: 404 };

/** Returns the scenario as rules of the simulator that apply only to this call. */
function buildRules(
  { writes, reads = [], forever = false }: Scenario,
  { on, readBy, params }: WriteOperation,
  target: Json,
  stale: StaleRead,
): FaultRule[] {
  const selection = params ? { params: params(target) } : {};
  const rules = (name: string, steps: readonly Step[]) =>
    orderFaults(steps, stale, forever).map((rule) => ({ ...rule, on: name, ...selection }));
  return [...rules(on, writes), ...(readBy === undefined ? [] : rules(readBy, reads))];
}

/**
 * Faults for the first request, the second and so on. The simulator counts the requests that reach a fault: all of
 * them before their effect, those that no earlier fault ended after it.
 */
function orderFaults(steps: readonly Step[], stale: StaleRead, forever: boolean): FaultRule[] {
  let afters = 0;
  return steps.map((step, index) => {
    const fault = step === 'stale' ? stale : step;
    const isAfter = resolveTiming(fault) === 'after';
    const skip = isAfter ? afters : index;
    if (isAfter || fault.kind === 'latency') afters += 1;
    const last = forever && index === steps.length - 1;
    return { ...fault, skip, count: last ? 'always' : 1 };
  });
}

/** Waits for requests that are still in flight. */
async function waitForLateRequests({ writes }: Scenario): Promise<void> {
  const late = writes.some((fault) => fault.kind === 'latency');
  if (late) await new Promise((resolve) => setTimeout(resolve, READ_LIMIT * 1000 + 200));
}
