import type { PixTokenStore } from '../../lib/auth/index.js';
import { type PixEventStore, InMemoryEventStore } from '../../lib/receiver/stores/event-store.js';
import { Bank } from './bank.js';
import type { Call } from './calls.js';
import { Database } from './database.js';
import { EventTable, ModelEventStore } from './model-event-store.js';
import { Books } from './orders.js';
import type { Plan, ProcessName } from './plan.js';
import { Prng, deriveSeed } from './prng.js';
import { Process } from './process.js';
import { ReplicaReads } from './replica-reads.js';
import { drawFault, type RequestFault, type FaultTarget } from './request-faults.js';
import { Sequence } from './sequence.js';
import type { ShopContext } from './shop-context.js';
import { Shop } from './shop.js';
import { SharedTokens, createTokenStore } from './token-stores.js';
import { VirtualRuntime } from './virtual-runtime.js';
import { WebhookNetwork } from './webhook-network.js';

/** A bank, a shop of two processes with a database, and the networks between them. */
export class Simulation implements ShopContext {
  readonly runtime: VirtualRuntime;
  readonly bank: Bank;
  readonly replica: ReplicaReads;
  readonly database: Database;
  readonly books: Books;
  readonly events: EventTable;
  readonly calls: Call[] = [];
  /** Events in order. */
  readonly log: string[] = [];
  /** Violations that a step found. */
  readonly violations: string[] = [];
  /** Faults of the requests of each call, in order. */
  readonly faults = new Map<string, string[]>();
  /** Instants of faults of token requests, by process. */
  readonly tokenFaults = new Map<string, number[]>();
  /** Number of faults by kind. */
  readonly faultCounts = new Map<string, number>();
  /** The requests with a fault. */
  readonly faultyKeys: string[] = [];
  readonly shops = new Map<ProcessName, Shop>();
  readonly webhooks = new WebhookNetwork(this);
  readonly client: Plan['client'];
  readonly verifyWithProvider: boolean;
  readonly hasTransactions: boolean;
  /** The calls whose end the invariants have not checked. */
  readonly unchecked = new Set<Call>();
  /** Number of calls, effects and entries that the invariants have seen. */
  readonly seen = { calls: 0, effects: 0, entries: 0 };
  private readonly sharedTokens: SharedTokens;
  private readonly handlings = new Sequence();

  constructor(readonly plan: Plan) {
    this.runtime = new VirtualRuntime(deriveSeed(plan.seed, 'runtime'));
    this.bank = new Bank(
      this.runtime,
      (bank) => this.webhooks.createSender(bank),
      plan.tokenLifetime,
      plan.hostile,
    );
    this.replica = new ReplicaReads(() => this.runtime.elapsed(), this.bank);
    this.database = new Database(plan.seed, this.runtime);
    this.database.breakRate = plan.databaseBreaks;
    this.sharedTokens = new SharedTokens(
      plan.seed,
      this.runtime,
      () => plan.tokenStore === 'flaky' && !this.faultsEnded,
    );
    this.events = new EventTable(() => this.runtime.elapsed());
    this.books = new Books(plan.store === 'memory');
    this.client = plan.client;
    this.hasTransactions = plan.store === 'shared';
    this.verifyWithProvider = plan.verifyWithProvider;
  }

  get faultsEnded(): boolean {
    return this.runtime.elapsed() >= this.plan.faultsEndAt;
  }

  readonly trace = (event: string): void => {
    this.log.push(`${this.runtime.elapsed()} ${event}`);
  };

  after(ms: number, action: () => void): void {
    this.runtime.after(ms, action);
  }

  selectFault(key: string, subject: FaultTarget): RequestFault {
    if (this.faultsEnded || this.plan.faultless.has(key)) return { kind: 'ok', out: 5, back: 5 };
    const fault = drawFault(this.plan.seed, key, subject, this.plan.faultSettings);
    if (fault.kind !== 'ok') {
      this.faultCounts.set(fault.kind, (this.faultCounts.get(fault.kind) ?? 0) + 1);
      this.faultyKeys.push(key);
    }
    return fault;
  }

  createStore(process: Process): PixEventStore {
    if (this.plan.store === 'memory') {
      return new InMemoryEventStore({}, process);
    }
    return new ModelEventStore(this.database, this.events, process);
  }

  drawHandling(key: string): { ms: number; fails: boolean } {
    const prng = new Prng(deriveSeed(this.plan.seed, 'handling', this.handlings.next(key)));
    const fails = !this.faultsEnded && prng.chance(this.plan.handlerFails);
    return { ms: prng.chance(0.1) ? prng.whole(500, 6_000) : prng.whole(0, 30), fails };
  }

  createTokenStore(process: Process): PixTokenStore {
    return createTokenStore(this.plan.tokenStore, this.sharedTokens, process);
  }

  recordFault(call: string | undefined, process: string, what: string): void {
    if (call === undefined) push(this.tokenFaults, process, this.runtime.elapsed());
    else push(this.faults, call, what);
  }

  startShop(name: ProcessName): void {
    if (this.shops.has(name)) return;
    this.trace(`start ${name}`);
    this.shops.set(name, new Shop(this, new Process(name, this.runtime)));
  }

  killShop(name: ProcessName): void {
    this.shops.get(name)?.process.kill();
    this.shops.delete(name);
  }
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
