/** The stores that receivers share, and whether their handlers complete events in their own transaction. */
export const STORE_KINDS = [
  'PostgreSQL',
  'PostgreSQL with transaction',
  'PostgreSQL with completeIn',
  'Redis',
  'BullMQ',
] as const;

export type StoreKind = (typeof STORE_KINDS)[number];

/** Whether the store guarantees that each event has one effect. */
export const isExactlyOnce = (kind: StoreKind): boolean => kind.startsWith('PostgreSQL with');

/** The first message to a receiver or worker process. */
export interface ReceiverOrder {
  readonly kind: StoreKind;
  /** `worker` runs handlers of a queue and serves no requests. */
  readonly role: 'receiver' | 'worker';
  /** Schema in PostgreSQL and prefix in Redis. */
  readonly name: string;
  /** Ports of the relays to PostgreSQL and Redis. */
  readonly postgresPort: number;
  readonly redisPort: number;
  readonly secret: string;
  /** 0 selects a free port. */
  readonly port: number;
}

/** Seconds. Outages and handlers may be longer. */
export const LEASE = 4;

/** Share of the handler runs that fail, and of those that take longer than the lease. */
export const FAILING = 0.1;
export const SLOW = 0.004;
export const SLOW_MS = (LEASE + 1.5) * 1000;
