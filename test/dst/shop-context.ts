import type { PixTokenStore } from '../../lib/auth/index.js';
import type { PixEventStore } from '../../lib/receiver/stores/event-store.js';
import type { Call } from './calls.js';
import type { ClientSettings } from './client.js';
import type { Database } from './database.js';
import type { NetworkRun } from './exchange.js';
import type { Books } from './orders.js';
import type { Plan } from './plan.js';
import type { Process } from './process.js';

/** The parts of the simulation that a process of the shop uses. */
export interface ShopContext extends NetworkRun {
  readonly database: Database;
  readonly books: Books;
  readonly calls: Call[];
  readonly plan: Plan;
  readonly client: ClientSettings;
  readonly verifyWithProvider: boolean;
  /** Whether the event store is in the shop's database, so that both commit together. */
  readonly hasTransactions: boolean;
  /** Creates the event store of a new process. */
  createStore(process: Process): PixEventStore;
  createTokenStore(process: Process): PixTokenStore;
  /** Draws the duration of a handler in milliseconds, and whether it fails. */
  drawHandling(key: string): { readonly ms: number; readonly fails: boolean };
}
