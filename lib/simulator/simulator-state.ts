import { systemRuntime } from '../runtime/index.js';
import type { PixRuntime } from '../runtime/index.js';
import type { SimulatorClock } from './clock.js';
import { CobStore } from './cob/cob.store.js';
import { CobRStore } from './cobr/cobr.store.js';
import { CobVStore } from './cobv/cobv.store.js';
import { Faults } from './faults/faults.js';
import { LocStore } from './loc/loc.store.js';
import { LocRecStore } from './locrec/locrec.store.js';
import { LoteStore } from './lotecobv/lotecobv.store.js';
import { AccessTokens } from './oauth/access-tokens.js';
import { PixStore } from './pix/pix.store.js';
import { RecStore } from './rec/rec.store.js';
import type { SimulatorSettings } from './simulator.settings.js';
import { SolicRecStore } from './solicrec/solicrec.store.js';
import { StatsCounter } from './stats.js';
import { Changes } from './store/changes.js';
import { inMemory } from './store/state-committer.js';
import type { StateCommitter } from './store/state-committer.js';
import { Agenda } from './time/agenda.js';
import { SingleWebhookStore } from './webhook/single-webhook.store.js';
import { WebhookDeliveries } from './webhook/webhook-deliveries.js';
import type { WebhookSender } from './webhook/webhook-sender.js';
import { WebhookStore } from './webhook/webhook.store.js';

/** All that the simulator remembers, in one place: what handlers and `control` work on. */
export class SimulatorState implements StateCommitter {
  readonly stats = new StatsCounter();
  readonly changes = new Changes();
  readonly faults = new Faults();
  readonly tokens: AccessTokens;
  readonly locs: LocStore;
  readonly cobs = new CobStore('cobs', this.changes);
  readonly cobvs = new CobVStore('cobvs', this.changes);
  readonly lotes = new LoteStore(this.changes);
  readonly recs = new RecStore(this.changes);
  readonly solicRecs = new SolicRecStore(this.changes);
  readonly cobrs = new CobRStore(this.changes);
  readonly pix = new PixStore(this.changes);
  readonly locRecs: LocRecStore;
  readonly webhooks: WebhookStore;
  readonly webhookRec: SingleWebhookStore;
  readonly webhookCobR: SingleWebhookStore;
  readonly deliveries: WebhookDeliveries;
  /** What is planned for records. */
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
    this.agenda = new Agenda(clock);
    this.tokens = new AccessTokens(clock, settings.tokenLifetime);
    this.locs = new LocStore(clock, settings.locationBase, this.changes);
    this.locRecs = new LocRecStore(clock, settings.locationBase, this.changes);
    this.webhooks = new WebhookStore(clock, this.changes);
    this.webhookRec = new SingleWebhookStore('webhookRec', clock, this.changes);
    this.webhookCobR = new SingleWebhookStore('webhookCobR', clock, this.changes);
    const { retryDelays } = settings.webhook;
    const { faults, changes } = this;
    const quirks = settings.quirks.webhook ?? {};
    this.deliveries = new WebhookDeliveries({
      clock,
      sender,
      retryDelays,
      faults,
      changes,
      quirks,
    });
    this.addFaults();
  }

  /**
   * Runs `work`, which is synchronous, and writes what it changed before it returns. Every request that changes records
   * passes here.
   *
   * @throws SimulatorProblem `ServicoIndisponivel` when the changes cannot be written; they are undone then
   */
  commit<T>(work: () => T): T {
    return this.committer.commit(work);
  }

  /** As it was at the start, certificates and credentials aside. */
  reset(): void {
    this.clock.clear();
    this.clock.reset();
    this.stats.reset();
    this.addFaults();
    this.tokens.revokeAll();
    this.forgetRecords();
  }

  /** Forgets all records and what is planned for them. */
  forgetRecords(): void {
    this.clock.clear();
    this.agenda.clear();
    this.locs.clear();
    this.cobs.clear();
    this.cobvs.clear();
    this.lotes.clear();
    this.recs.clear();
    this.solicRecs.clear();
    this.cobrs.clear();
    this.locRecs.clear();
    this.webhookRec.clear();
    this.webhookCobR.clear();
    this.pix.clear();
    this.webhooks.clear();
    this.deliveries.clear();
    this.changes.tellCleared();
  }

  /** What is to go wrong from the start, and no more. */
  private addFaults(): void {
    this.faults.clear();
    for (const rule of this.settings.faults) this.faults.add(rule);
  }
}
