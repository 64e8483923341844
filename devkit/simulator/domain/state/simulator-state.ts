import { systemRuntime, type PixRuntime } from 'nestjs-pix/internal';
import { createFamilyStores, type FamilyStores } from '../../families/families.js';
import { Faults } from '../../faults/faults.js';
import { HostileBank } from '../../hostile/hostile-bank.js';
import { RequestLog } from '../../http/request-log.js';
import { Agenda } from '../../kernel/agenda.js';
import type { SimulatorClock } from '../../kernel/clock.js';
import { RecordFeed, type AnyRecordStore } from '../../kernel/record-feed.js';
import { inMemory, type StateCommitter } from '../../kernel/state-committer.js';
import { StatsCounter } from '../../kernel/stats.js';
import type { SimulatorSettings } from '../../settings/simulator.settings.js';
import { WebhookDeliveries } from '../webhook/webhook-deliveries.js';
import type { WebhookSender } from '../webhook/webhook-sender.js';
import { AccessTokens } from './access-tokens.js';

/** Holds the stores of all families as properties: `cobs`, `recs`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its type names the properties
const StoresOfFamilies = class {
  constructor(stores: FamilyStores) {
    Object.assign(this, stores);
  }
} as new (stores: FamilyStores) => FamilyStores;

/** The state of a simulator: its records and the services that handlers and `control` use. */
export class SimulatorState extends StoresOfFamilies implements StateCommitter {
  readonly stats = new StatsCounter();
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
    this.changes = changes;
    this.requests = new RequestLog(clock);
    const quirks = settings.quirks.webhook ?? {};
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

  /** Resets everything to the initial state, except for certificates and credentials. */
  reset(): void {
    this.clock.clear();
    this.clock.reset();
    this.stats.reset();
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

  /** Resets the fault rules and the hostile behaviors to those of the options. */
  #applyOptions(): void {
    this.hostile.set(this.settings.hostile);
    this.faults.clear();
    for (const rule of this.settings.faults) this.faults.add(rule);
  }
}
