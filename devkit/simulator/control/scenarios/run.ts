import type { SimulatorState } from '../../domain/state.js';
import { withoutUndefined } from '../../families/family.js';
import type { FaultRule } from '../../faults/rules.js';
import { toDay } from '../../kernel/calendar.js';
import type { PemCertificate } from '../../kernel/certificates.js';
import {
  commitAsync,
  type ApiCaller,
  type CalledOperation,
  type CallParts,
  type CallResult,
} from '../api-caller.js';
import type { RecurrencesControl } from '../payers.js';

/** Operation of the Pix API that a scenario calls, or `webhook`: a webhook registered for the receiver's key. */
type ScenarioNeed = CalledOperation | 'webhook';

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
    private readonly scenario: ScenarioRow,
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
    if (!this.scenario.needs.includes(id)) throw new Error(`${this.title} needs ${id}.`);
    return this.bank.api.call(id, parts);
  }

  /** Adds a record to the result. */
  addCreated(created: CreatedRecord): void {
    this.#created.push(created);
  }

  /** Returns the id of the latest record of one of the kinds. @throws Error if there is none */
  last(...kinds: readonly CreatedRecord['kind'][]): string {
    const created = this.#created.findLast(({ kind }) => kinds.includes(kind));
    if (created === undefined) throw new Error(`${this.title} has no ${kinds.join(' or ')}.`);
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
  conclude(): ScenarioEnd {
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

/** Kind of a record of a `ScenarioResult`: a resource of the Pix API, or a webhook delivery. */
export type ScenarioRecordKind =
  'cob' | 'cobv' | 'pix' | 'devolucao' | 'rec' | 'solicrec' | 'cobr' | 'delivery';

/** A record that a scenario created, in its state at the end of the scenario. */
export interface ScenarioRecord {
  kind: ScenarioRecordKind;
  /** `txid`, `endToEndId`, `idRec`, `idSolicRec`, or the number of a delivery. */
  id: string;
  /** Absent for a Pix, which has none. */
  status?: string;
  /** Decimal text. Absent for records without an amount. */
  valor?: string;
  /** `endToEndId` of the refunded Pix. Only for a refund. */
  endToEndId?: string;
}

/** What remains of a scenario after its steps. */
export interface ScenarioEnd {
  /** Ids of the fault rules that the scenario added and that still apply. */
  faults: number[];
  /** When the bank removes these rules: RFC 3339, by the simulator's clock. Absent if it does not. */
  faultsUntil?: string;
  /** An expired client certificate with its key. Only for the scenario that issues one. */
  certificate?: PemCertificate;
}

/** One step of a scenario. */
export interface ScenarioStep {
  /** What happens, in Portuguese: `O pagador paga a cobrança`. */
  readonly text: string;
  readonly perform: (run: ScenarioRun) => unknown;
}

/** A sequence of actions of payers, receiver and bank that an application should be able to handle. */
export interface ScenarioRow {
  /** In Portuguese. */
  readonly title: string;
  /** What the application should do, in Portuguese. */
  readonly description: string;
  readonly needs: readonly ScenarioNeed[];
  readonly steps: readonly ScenarioStep[];
}

/** A record of the Pix API that a step created. */
interface CreatedRecord {
  readonly kind: Exclude<ScenarioRecordKind, 'delivery'>;
  readonly id: string;
  /** `endToEndId` of the Pix of a refund. */
  readonly endToEndId?: string;
}

/** The operation that reads each kind of record as the Pix API shows it, and the parameter with its id. */
const READS = {
  cob: ['cob.get', 'txid'],
  cobv: ['cobv.get', 'txid'],
  pix: ['pix.get', 'e2eid'],
  devolucao: ['pix.getRefund', 'id'],
  rec: ['rec.get', 'idRec'],
  solicrec: ['solicrec.get', 'idSolicRec'],
  cobr: ['cobr.get', 'txid'],
} as const satisfies Record<CreatedRecord['kind'], readonly [CalledOperation, string]>;

/** Reads the current state of a record. */
async function readRecord(api: ApiCaller, created: CreatedRecord): Promise<ScenarioRecord> {
  const [operation, param] = READS[created.kind];
  const { id, endToEndId: e2eid } = created;
  const params = { ...(e2eid !== undefined && { e2eid }), [param]: id };
  const read: object = await api.call(operation, { params });
  const { status, valor } = read as { status?: string; valor?: string | { original?: string } };
  const amount = typeof valor === 'object' ? valor.original : valor;
  return { ...created, ...withoutUndefined({ status, valor: amount }) };
}
