import { Inject, Injectable, Optional, type BeforeApplicationShutdown } from '@nestjs/common';
import type { PixTokenStore } from '../auth/index.js';
import { ConfigurationError, isObject } from '../errors/index.js';
import { PIX_TELEMETRY, type PixTelemetry } from '../observe/index.js';
import { must, objectOf, checkOptions, toPlainOptions } from '../options/index.js';
import type { PixClient, PixCloseOptions } from '../resources/index.js';
import { clientClosed } from '../transport/index.js';
import { createNamedClient, FACTORY_ACCOUNT, withTelemetry } from './create-pix-client.js';
import { tokenStoreRule, type PixModuleOptions } from './pix.options.js';

/** Options of {@link PixClientFactory}. */
export interface PixClientFactoryOptions {
  /** Maximum number of clients; the least recently used one is evicted. Default: 1000. */
  max?: number;
  /**
   * Token store of clients whose own options have none. Default: a separate in-memory store for
   * each client.
   */
  tokenStore?: PixTokenStore | undefined;
}

const OPTIONS = objectOf<PixClientFactoryOptions>({
  max: must('an integer above 0', (max) => Number.isInteger(max) && (max as number) > 0),
  tokenStore: tokenStoreRule,
});

/** Injection token of the factory's options. */
export const PIX_CLIENT_FACTORY_OPTIONS = Symbol('PIX_CLIENT_FACTORY_OPTIONS');

type Account = PixModuleOptions | (() => PixModuleOptions | Promise<PixModuleOptions>);

/**
 * Manages the clients of many accounts in one process: creates a client at its first use, keeps it
 * while it is in use, and evicts the least recently used one above the maximum.
 *
 * @example
 * const pix = await this.factory.get(tenant.id, () => this.optionsOf(tenant));
 * await pix.cob.createWithTxid(generateTxid(), body);
 */
@Injectable()
export class PixClientFactory implements BeforeApplicationShutdown {
  /** Ordered by last use, the least recent first. */
  readonly #clients = new Map<string, Promise<PixClient>>();
  /** Evicted clients that the application may still use. */
  readonly #retired = new Set<WeakRef<PixClient>>();
  readonly #max: number;
  #closed = false;
  readonly #tokenStore: PixTokenStore | undefined;

  /** @throws ConfigurationError if an option is unknown or invalid */
  constructor(
    @Optional() @Inject(PIX_CLIENT_FACTORY_OPTIONS) options?: PixClientFactoryOptions,
    @Optional() @Inject(PIX_TELEMETRY) private readonly telemetry?: PixTelemetry,
  ) {
    if (options !== undefined) checkOptions('PixClientFactory', options, OPTIONS);
    const { max = 1000, tokenStore } = options ?? {};
    this.#max = max;
    this.#tokenStore = tokenStore;
  }

  /** The current number of clients. */
  get size(): number {
    return this.#clients.size;
  }

  /**
   * The client of an account.
   *
   * @param tenantKey the application's own key of the account
   * @param options of the account, or a function that creates them; used only if the account has no
   * client yet. After a change, such as another secret, {@link evict} the client first; renewed
   * certificate files are loaded automatically
   * @throws ConfigurationError if the key is not text, or is empty: accounts must not share a client
   * @throws PixErroTransporteException after the factory was closed
   * @throws Error as {@link createPixClient} does; a failure is not kept
   */
  async get(tenantKey: string, options: Account): Promise<PixClient> {
    if (this.#closed) throw clientClosed();
    assertKey(tenantKey);
    const held = this.#clients.get(tenantKey);
    const client = held ?? this.#make(tenantKey, options);
    this.#clients.delete(tenantKey);
    this.#clients.set(tenantKey, client);
    this.#makeRoom();
    return client;
  }

  /**
   * Evicts the client of an account: its in-flight calls continue, and the next `get` creates a new
   * client.
   */
  evict(tenantKey: string): void {
    const client = this.#clients.get(tenantKey);
    this.#clients.delete(tenantKey);
    client?.then(
      (made) => this.#retire(made),
      () => undefined,
    );
  }

  /**
   * Closes every client: refuses new calls, waits for in-flight calls, and closes the connections.
   *
   * @throws ValueError if `drain` is not a number of seconds from 0 to 3600
   */
  async close(options: PixCloseOptions = {}): Promise<void> {
    this.#closed = true;
    const held = await Promise.allSettled(this.#clients.values());
    this.#clients.clear();
    const open = held.flatMap((client) => (client.status === 'fulfilled' ? [client.value] : []));
    const retired = [...this.#retired].flatMap((client) => client.deref() ?? []);
    await Promise.all([...open, ...retired].map((client) => client.close(options)));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.close();
  }

  #retire(client: PixClient): void {
    // The factory was closed while the client was being created.
    if (this.#closed) {
      void client.close();
      return;
    }
    client.retire();
    for (const kept of this.#retired) if (!kept.deref()) this.#retired.delete(kept);
    this.#retired.add(new WeakRef(client));
  }

  #make(tenantKey: string, options: Account): Promise<PixClient> {
    const client = this.#open(tenantKey, options);
    client.catch(() => {
      if (this.#clients.get(tenantKey) === client) this.#clients.delete(tenantKey);
    });
    return client;
  }

  async #open(tenantKey: string, options: Account): Promise<PixClient> {
    const account = typeof options === 'function' ? await options() : options;
    const usesOwnStore = !isObject(account) || account.tokenStore !== undefined;
    const complete = usesOwnStore
      ? account
      : { ...toPlainOptions(account), tokenStore: this.#tokenStore };
    return createNamedClient(withTelemetry(complete, this.telemetry), FACTORY_ACCOUNT, tenantKey);
  }

  #makeRoom(): void {
    for (const key of this.#clients.keys()) {
      if (this.#clients.size <= this.#max) return;
      this.evict(key);
    }
  }
}

function assertKey(tenantKey: unknown): void {
  if (typeof tenantKey === 'string' && tenantKey !== '') return;
  throw new ConfigurationError(
    'tenantKey must be a non-empty text that identifies the account: accounts with the same key share a client.',
  );
}
