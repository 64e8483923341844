import { systemRuntime, type PixRuntime } from '../../../runtime/index.js';
import { Faults } from '../../faults/faults.js';
import { Agenda } from '../../kernel/agenda.js';
import type { SimulatorClock } from '../../kernel/clock.js';
import { RecordFeed, type AnyRecordStore } from '../../kernel/record-feed.js';
import { RecordStore, TimedRecordStore } from '../../kernel/record-store.js';
import { inMemory, type StateCommitter } from '../../kernel/state-committer.js';
import { StatsCounter } from '../../kernel/stats.js';
import type { SimulatorSettings } from '../../settings/simulator.settings.js';
import { WebhookDeliveries } from '../webhook/webhook-deliveries.js';
import type { WebhookSender } from '../webhook/webhook-sender.js';
import { AccessTokens } from './access-tokens.js';
import { CobRecord } from './cob.record.js';
import { CobRStore } from './cobr.store.js';
import { CobVRecord } from './cobv.record.js';
import { LocRecStore, LocStore } from './location.store.js';
import { LoteStore } from './lotecobv.store.js';
import type { PixRecord } from './pix.record.js';
import type { RecRecord } from './rec.record.js';
import type { SolicRecRecord } from './solicrec.record.js';
import { SINGLE, type SingleWebhookRecord, type WebhookRecord } from './webhook.record.js';

/** The state of a simulator: its records and the services that handlers and `control` use. */
export class SimulatorState implements StateCommitter {
  readonly stats = new StatsCounter();
  /** Emits every change of a record. */
  readonly changes = new RecordFeed();
  readonly faults = new Faults();
  readonly tokens: AccessTokens;
  readonly locs: LocStore;
  readonly locRecs: LocRecStore;
  readonly pix = new TimedRecordStore<PixRecord>(this.changes, {
    name: 'pix',
    getKey: ({ endToEndId }) => endToEndId,
  });
  readonly cobs = new TimedRecordStore<CobRecord>(this.changes, {
    name: 'cobs',
    getKey: ({ txid }) => txid,
    prototype: CobRecord.prototype,
  });
  readonly cobvs = new TimedRecordStore<CobVRecord>(this.changes, {
    name: 'cobvs',
    getKey: ({ txid }) => txid,
    prototype: CobVRecord.prototype,
  });
  readonly lotes = new LoteStore(this.changes);
  readonly recs = new TimedRecordStore<RecRecord>(this.changes, {
    name: 'recs',
    getKey: ({ idRec }) => idRec,
  });
  readonly solicRecs = new RecordStore<SolicRecRecord>(this.changes, {
    name: 'solicRecs',
    getKey: ({ idSolicRec }) => idSolicRec,
  });
  readonly cobrs = new CobRStore(this.changes);
  readonly webhooks = new TimedRecordStore<WebhookRecord>(this.changes, {
    name: 'webhooks',
    getKey: ({ chave }) => chave,
  });
  readonly webhookRec = new RecordStore<SingleWebhookRecord>(this.changes, {
    name: 'webhookRec',
    getKey: () => SINGLE,
  });
  readonly webhookCobR = new RecordStore<SingleWebhookRecord>(this.changes, {
    name: 'webhookCobR',
    getKey: () => SINGLE,
  });
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
    const { faults, changes } = this;
    const { retryDelays } = settings.webhook;
    const base = settings.locationBase;
    const quirks = settings.quirks.webhook ?? {};
    this.agenda = new Agenda(clock);
    this.tokens = new AccessTokens(clock, settings.tokenLifetime);
    this.locs = new LocStore(changes, { name: 'locs', clock, base });
    this.locRecs = new LocRecStore(changes, { name: 'locRecs', clock, base });
    this.deliveries = new WebhookDeliveries({
      clock,
      sender,
      retryDelays,
      faults,
      changes,
      quirks,
    });
    this.stores = [
      this.locs,
      this.locRecs,
      this.pix,
      this.cobs,
      this.cobvs,
      this.lotes,
      this.recs,
      this.solicRecs,
      this.cobrs,
      this.webhooks,
      this.webhookRec,
      this.webhookCobR,
      this.deliveries.store,
    ];
    this.#addFaults();
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
    this.#addFaults();
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

  /** Resets the fault rules to those of the options. */
  #addFaults(): void {
    this.faults.clear();
    for (const rule of this.settings.faults) this.faults.add(rule);
  }
}
