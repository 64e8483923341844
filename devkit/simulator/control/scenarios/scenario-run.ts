import type { SimulatorState } from '../../domain/state/simulator-state.js';
import type { FaultRule } from '../../faults/fault.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import type { PemCertificate } from '../../kernel/certificates/certificate-authority.js';
import type { ApiCaller, CalledOperation, CallParts, CallResult } from '../api-caller.js';
import { commitAsync } from '../commit-async.js';
import type { RecurrencesControl } from '../recurrences.control.js';
import { readRecord, type CreatedRecord } from './read-record.js';
import type { ScenarioId } from './scenario-id.js';
import type { ScenarioRecord, ScenarioResult } from './scenario-result.js';

/** Operation of the Pix API that a scenario calls, or `webhook`: a webhook registered for the receiver's key. */
export type ScenarioNeed = CalledOperation | 'webhook';

/** A scenario without its steps. */
export interface ScenarioHead {
  readonly id: ScenarioId;
  /** In Portuguese. */
  readonly title: string;
  /** What the application should do, in Portuguese. */
  readonly description: string;
  readonly needs: readonly ScenarioNeed[];
}

/** What the steps of a scenario act on. */
export interface ScenarioBank {
  readonly state: SimulatorState;
  /** Actions of payers. */
  readonly payers: RecurrencesControl;
  /** Operations of the receiver. */
  readonly api: ApiCaller;
  /** Issues a client certificate that expired before now, by the machine's clock. */
  readonly issueExpiredCertificate: () => Promise<PemCertificate>;
}

/** One run of a scenario. Collects what its steps create. */
export class ScenarioRun {
  readonly #created: CreatedRecord[] = [];
  readonly #faults: number[] = [];
  #faultsUntil: number | undefined;
  #certificate: PemCertificate | undefined;

  constructor(
    private readonly scenario: ScenarioHead,
    private readonly bank: ScenarioBank,
  ) {}

  /** Title of the scenario, in Portuguese. */
  get title(): string {
    return this.scenario.title;
  }

  get state(): SimulatorState {
    return this.bank.state;
  }

  get payers(): RecurrencesControl {
    return this.bank.payers;
  }

  /** Current day in Brazil, `YYYY-MM-DD`. */
  get today(): string {
    return toDay(this.state.clock.now());
  }

  /**
   * Calls an operation as the receiver.
   *
   * @throws SimulatorProblem as the operation
   * @throws Error if the scenario does not declare the operation in `needs`
   */
  call<Id extends CalledOperation>(id: Id, parts: CallParts<Id> = {}): CallResult<Id> {
    if (!this.scenario.needs.includes(id)) throw new Error(`${this.scenario.id} needs ${id}.`);
    return this.bank.api.call(id, parts);
  }

  /** Adds a record to the result. */
  addCreated(created: CreatedRecord): void {
    this.#created.push(created);
  }

  /** Returns the id of the latest record of one of the kinds. @throws Error if there is none */
  last(...kinds: readonly CreatedRecord['kind'][]): string {
    const created = this.#created.findLast(({ kind }) => kinds.includes(kind));
    if (created === undefined) throw new Error(`${this.scenario.id} has no ${kinds.join(' or ')}.`);
    return created.id;
  }

  /** Counts the records of a kind. */
  count(kind: CreatedRecord['kind']): number {
    return this.#created.filter((created) => created.kind === kind).length;
  }

  /** Moves the clock forward to an instant, in milliseconds since the epoch. Does nothing if it has passed. */
  advanceTo(instant: number): Promise<void> {
    const { clock } = this.state;
    return commitAsync(this.state, () => {
      clock.advance(Math.max(0, instant - clock.now()) / 1_000);
    });
  }

  /** Adds a fault rule. */
  addFault(rule: FaultRule): void {
    this.#faults.push(this.state.faults.add(rule).id);
  }

  /** Removes the fault rules of this run after `delay` milliseconds of the simulator's clock. */
  endFaultsAfter(delay: number): void {
    const { clock, faults } = this.state;
    this.#faultsUntil = clock.now() + delay;
    clock.after(delay, () => {
      for (const id of this.#faults) faults.remove(id);
    });
  }

  async issueExpiredCertificate(): Promise<void> {
    this.#certificate = await this.bank.issueExpiredCertificate();
  }

  /** Reads the records that the steps created. */
  async readRecords(): Promise<ScenarioRecord[]> {
    const records: ScenarioRecord[] = [];
    for (const created of this.#created) records.push(await readRecord(this.bank.api, created));
    return records;
  }

  /** Removes the fault rules that no longer apply, and lists the others. Returns the issued certificate. */
  conclude(): Pick<ScenarioResult, 'faults' | 'faultsUntil' | 'certificate'> {
    const { faults } = this.state;
    const own = faults.list().filter(({ id }) => this.#faults.includes(id));
    for (const { id, spent } of own) if (spent) faults.remove(id);
    return {
      faults: own.filter(({ spent }) => !spent).map(({ id }) => id),
      ...(this.#faultsUntil !== undefined && {
        faultsUntil: new Date(this.#faultsUntil).toISOString(),
      }),
      ...(this.#certificate && { certificate: this.#certificate }),
    };
  }
}
