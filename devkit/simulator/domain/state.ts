import { randomBytes } from 'node:crypto';
import { systemRuntime, type PixRuntime } from 'nestjs-pix/internal';
import { CobRecord, type ChargeDraft, type PayableRecord } from '../families/charges.js';
import { createFamilyStores, missingProblems, type FamilyStores } from '../families/families.js';
import { SimulatorProblem } from '../families/problems.js';
import { Faults } from '../faults/faults.js';
import { HostileBank } from '../hostile/hostile-bank.js';
import { RequestLog } from '../http/request-log.js';
import { Agenda, type SimulatorClock } from '../kernel/clock.js';
import {
  inMemory,
  RecordFeed,
  type AnyRecordStore,
  type StateCommitter,
} from '../kernel/records.js';
import { zeroStats } from '../kernel/stats.js';
import type { SimulatorSettings } from '../settings/options.js';
import { WebhookDeliveries, type WebhookSender } from './deliveries.js';

/** Holds the stores of all families as properties: `cobs`, `recs`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its type names the properties
const StoresOfFamilies = class {
  constructor(stores: FamilyStores) {
    Object.assign(this, stores);
  }
} as new (stores: FamilyStores) => FamilyStores;

/** The state of a simulator: its records and the services that handlers and `control` use. */
export class SimulatorState extends StoresOfFamilies implements StateCommitter {
  readonly stats = zeroStats();
  /** The latest requests to the API and the token endpoint. */
  readonly requests: RequestLog;
  /** Emits every change of a record. */
  readonly changes: RecordFeed;
  readonly faults = new Faults();
  readonly hostile = new HostileBank();
  readonly tokens: AccessTokens;
  readonly deliveries: WebhookDeliveries;
  /** Every store of records, in the order in which they are restored. */
  readonly stores: readonly AnyRecordStore[];
  /** The planned next steps of records. */
  readonly agenda: Agenda;
  /** Makes changes durable. */
  committer: StateCommitter = inMemory;

  constructor(
    readonly settings: SimulatorSettings,
    readonly clock: SimulatorClock,
    readonly sender: WebhookSender,
    /** The machine's clock, timers and random numbers. */
    readonly runtime: PixRuntime = systemRuntime,
  ) {
    const { locationBase, webhook } = settings;
    const changes = new RecordFeed();
    const stores = createFamilyStores({ changes, clock, locationBase });
    super(stores);
    for (const [name, problem] of missingProblems) {
      stores[name].describeMissing = () => new SimulatorProblem(problem);
    }
    this.changes = changes;
    this.requests = new RequestLog(clock, runtime);
    const quirks = settings.quirks.server?.webhook ?? {};
    this.agenda = new Agenda(clock);
    this.tokens = new AccessTokens(clock, settings.tokenLifetime);
    this.deliveries = new WebhookDeliveries({
      clock,
      sender,
      retryDelays: webhook.retryDelays,
      faults: this.faults,
      hostile: this.hostile,
      changes,
      quirks,
      runtime,
    });
    this.stores = [...Object.values(stores), this.deliveries.store];
    this.#applyOptions();
  }

  /**
   * Runs `work` and writes its changes before it returns. Every request that changes records uses this method.
   *
   * @param work synchronous
   * @throws SimulatorProblem `ServicoIndisponivel` if the changes cannot be written; they are undone
   */
  commit<T>(work: () => T): T {
    return this.committer.commit(work);
  }

  /** Finds a charge that a payer pays by its txid or code. */
  findCharge(txid: string | undefined): PayableRecord | undefined {
    return this.cobs.get(txid) ?? this.cobvs.get(txid);
  }

  updateCharge(charge: PayableRecord, change: (draft: ChargeDraft) => void): void {
    if (charge instanceof CobRecord) this.cobs.update(charge, change);
    else this.cobvs.update(charge, change);
  }

  /** Resets everything to the initial state, except for certificates and credentials. */
  reset(): void {
    this.clock.clear();
    this.clock.reset();
    Object.assign(this.stats, zeroStats());
    this.requests.clear();
    this.#applyOptions();
    this.tokens.revokeAll();
    this.clearRecords();
  }

  /** Removes all records and their planned steps. */
  clearRecords(): void {
    this.clock.clear();
    this.agenda.clear();
    this.deliveries.cancelPending();
    for (const store of this.stores) store.clear();
    this.changes.cleared();
  }

  /** Cancels deliveries and planned steps. */
  close(): void {
    this.deliveries.close();
    this.clock.clear();
  }

  /** Resets the fault rules and the hostile behaviors to those of the options. */
  #applyOptions(): void {
    this.hostile.set(this.settings.hostile);
    this.faults.clear();
    for (const rule of this.settings.faults) this.faults.add(rule);
  }
}

export interface AccessToken {
  readonly value: string;
  readonly scopes: ReadonlySet<string>;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly expiresAt: number;
}

/** The valid access tokens: opaque, random, with their scopes. */
export class AccessTokens {
  readonly #tokens = new Map<string, AccessToken>();

  constructor(
    private readonly clock: SimulatorClock,
    /** Lifetime of a new token in seconds. */
    readonly lifetime: number,
  ) {}

  issue(scopes: readonly string[]): AccessToken {
    this.#removeExpired();
    const token: AccessToken = {
      value: randomBytes(32).toString('base64url'),
      scopes: new Set(scopes),
      expiresAt: this.clock.now() + this.lifetime * 1000,
    };
    this.#tokens.set(token.value, token);
    return token;
  }

  /** Returns the valid token with this value. */
  find(value: string): AccessToken | undefined {
    const token = this.#tokens.get(value);
    return token !== undefined && token.expiresAt > this.clock.now() ? token : undefined;
  }

  revokeAll(): void {
    this.#tokens.clear();
  }

  /** Removes expired tokens. The map has the order of issue, so expired tokens come first. */
  #removeExpired(): void {
    for (const [value, token] of this.#tokens) {
      if (token.expiresAt > this.clock.now()) return;
      this.#tokens.delete(value);
    }
  }
}
