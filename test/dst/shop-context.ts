import type { PixTokenStore } from '../../lib/auth/index.js';
import type { PixEventStore } from '../../lib/receiver/stores/pix-event-store.js';
import type { Call } from './calls.js';
import type { ClientSettings } from './client.js';
import type { Database } from './database.js';
import type { NetworkRun } from './network.js';
import type { Books } from './orders.js';
import type { Process } from './process.js';

/** What a process of the shop shares with the rest of the world. */
export interface ShopWorld extends NetworkRun {
  readonly database: Database;
  readonly books: Books;
  readonly calls: Call[];
  readonly client: ClientSettings;
  readonly verifyWithProvider: boolean;
  /** Whether the event store is in the shop's database, so that both commit together. */
  readonly hasTransactions: boolean;
  /** The event store of a new process. */
  storeOf(process: Process): PixEventStore;
  tokenStoreOf(process: Process): PixTokenStore;
  /** How long a handler works, in milliseconds; and whether it fails. */
  handling(key: string): { readonly ms: number; readonly fails: boolean };
}
