import type { PixTokenStore } from '../../lib/auth/index.js';
import { InMemoryEventStore } from '../../lib/receiver/stores/in-memory-event-store.js';
import type { PixEventStore } from '../../lib/receiver/stores/pix-event-store.js';
import { Bank } from './bank.js';
import type { Call } from './calls.js';
import { Database } from './database.js';
import { drawFate, type Fate, type FateSubject } from './fates.js';
import { EventTable, ModelEventStore } from './model-event-store.js';
import { Books } from './orders.js';
import type { Plan, ProcessName } from './plan.js';
import { Prng, seedOf } from './prng.js';
import { Process } from './process.js';
import { ReplicaReads } from './replica-reads.js';
import { Sequence } from './sequence.js';
import type { ShopWorld } from './shop-world.js';
import { Shop } from './shop.js';
import { SharedTokens, tokenStoreOf } from './token-stores.js';
import { VirtualRuntime } from './virtual-runtime.js';
import { WebhookNetwork } from './webhook-network.js';

/** A bank, a shop of two processes with a database, and the networks between them. */
export class World implements ShopWorld {
  readonly runtime: VirtualRuntime;
  readonly bank: Bank;
  readonly replica: ReplicaReads;
  readonly database: Database;
  readonly books: Books;
  readonly events: EventTable;
  readonly calls: Call[] = [];
  /** What happened, in order. */
  readonly log: string[] = [];
  /** What a step itself found to be wrong. */
  readonly violations: string[] = [];
  /** What went wrong with the requests of each call, in order. */
  readonly troubles = new Map<string, string[]>();
  /** When something went wrong with a token request, by process. */
  readonly tokenTroubles = new Map<string, number[]>();
  /** Faults that struck, by what they were. */
  readonly struck = new Map<string, number>();
  /** The requests that they struck. */
  readonly struckKeys: string[] = [];
  readonly shops = new Map<ProcessName, Shop>();
  readonly webhooks = new WebhookNetwork(this);
  readonly client: Plan['client'];
  readonly verifyWithProvider: boolean;
  readonly hasTransactions: boolean;
  /** How many calls and effects the invariants have seen. */
  readonly seen = { ended: new Set<Call>(), effects: 0, entries: 0 };
  private readonly sharedTokens: SharedTokens;
  private readonly handlings = new Sequence();

  constructor(readonly plan: Plan) {
    this.runtime = new VirtualRuntime(seedOf(plan.seed, 'runtime'));
    this.bank = new Bank(this.runtime, (bank) => this.webhooks.senderOf(bank), plan.tokenLifetime);
    this.replica = new ReplicaReads(() => this.runtime.elapsed(), this.bank);
    this.database = new Database(plan.seed, this.runtime);
    this.database.breakRate = plan.databaseBreaks;
    this.sharedTokens = new SharedTokens(
      plan.seed,
      this.runtime,
      () => plan.tokenStore === 'flaky' && !this.healed,
    );
    this.events = new EventTable(() => this.runtime.elapsed());
    this.books = new Books(plan.store === 'memory');
    this.client = plan.client;
    this.hasTransactions = plan.store === 'shared';
    this.verifyWithProvider = plan.verifyWithProvider;
  }

  get healed(): boolean {
    return this.runtime.elapsed() >= this.plan.healsAt;
  }

  readonly trace = (event: string): void => {
    this.log.push(`${this.runtime.elapsed()} ${event}`);
  };

  after(ms: number, action: () => void): void {
    this.runtime.after(ms, action);
  }

  fateOf(key: string, subject: FateSubject): Fate {
    if (this.healed || this.plan.calm.has(key)) return { kind: 'ok', out: 5, back: 5 };
    const fate = drawFate(this.plan.seed, key, subject, this.plan.plague);
    if (fate.kind !== 'ok') {
      this.struck.set(fate.kind, (this.struck.get(fate.kind) ?? 0) + 1);
      this.struckKeys.push(key);
    }
    return fate;
  }

  storeOf(process: Process): PixEventStore {
    if (this.plan.store === 'memory') {
      return new InMemoryEventStore({}, process);
    }
    return new ModelEventStore(this.database, this.events, process);
  }

  handling(key: string): { ms: number; fails: boolean } {
    const prng = new Prng(seedOf(this.plan.seed, 'handling', this.handlings.next(key)));
    const fails = !this.healed && prng.chance(this.plan.handlerFails);
    return { ms: prng.chance(0.1) ? prng.whole(500, 6_000) : prng.whole(0, 30), fails };
  }

  tokenStoreOf(process: Process): PixTokenStore {
    return tokenStoreOf(this.plan.tokenStore, this.sharedTokens, process);
  }

  trouble(call: string | undefined, process: string, what: string): void {
    if (call === undefined) push(this.tokenTroubles, process, this.runtime.elapsed());
    else push(this.troubles, call, what);
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
