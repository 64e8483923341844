/** A part of the sources with its own mutation score. */
export interface Area {
  name: string;
  /** Folders and files of the sources. */
  sources: readonly string[];
  /** Folders inside `sources` that belong to another area. */
  except?: readonly string[];
  /** Folders and spec files that must detect mutants of the sources. */
  specs: readonly string[];
  /** Whether some of the specs use PostgreSQL and Redis. Default: false. */
  needsServers?: boolean;
  /** Lowest accepted share of detected mutants, in per cent. */
  threshold: number;
}

export const areas: readonly Area[] = [
  {
    name: 'authentication',
    sources: ['lib/receiver/authentication'],
    specs: ['test/receiver'],
    threshold: 90,
  },
  {
    name: 'client',
    sources: ['lib/client'],
    specs: ['test/client', 'test/resources', 'test/providers', 'test/limits', 'test/nest'],
    threshold: 90,
  },
  {
    name: 'auth',
    sources: ['lib/auth'],
    specs: ['test/auth', 'test/client', 'test/providers', 'test/limits', 'test/nest'],
    threshold: 85,
  },
  {
    name: 'transport',
    sources: ['lib/transport'],
    specs: ['test/transport', 'test/client', 'test/nest'],
    threshold: 85,
  },
  {
    name: 'receiver',
    sources: ['lib/receiver'],
    except: ['lib/receiver/authentication'],
    specs: [
      'test/receiver',
      'test/nest',
      'test/opentelemetry',
      'test/services/receiver-stores.spec.ts',
      'test/services/receiver-queue.spec.ts',
      'test/services/sealed-events.spec.ts',
      'test/services/bullmq-event-queue.spec.ts',
      'test/services/bullmq-trace.spec.ts',
      'test/services/bullmq-worker.spec.ts',
      'test/services/complete-in.spec.ts',
    ],
    needsServers: true,
    threshold: 85,
  },
  {
    name: 'payload',
    sources: ['lib/payload'],
    specs: ['test/payload', 'test/fuzz', 'test/nest/http.e2e-spec.ts'],
    threshold: 85,
  },
  {
    name: 'brcode',
    sources: ['lib/brcode'],
    specs: ['test/brcode', 'test/fuzz'],
    threshold: 85,
  },
  {
    name: 'values',
    sources: ['lib/values'],
    specs: ['test/values', 'test/contract', 'test/fuzz'],
    threshold: 85,
  },
  {
    name: 'validation',
    sources: ['lib/contract/validation', 'lib/contract/records.ts'],
    specs: ['test/contract', 'test/hostile-json.spec.ts', 'test/fuzz'],
    threshold: 85,
  },
  {
    name: 'options',
    sources: ['lib/options'],
    specs: [
      'test/options',
      'test/nest',
      'test/contract/validation',
      // The cipher is that of tokens, queued events and dead letters.
      'test/auth/redis-token-store.spec.ts',
      'test/receiver/bullmq.spec.ts',
      'test/receiver/options.spec.ts',
      'test/receiver/postgres-store.spec.ts',
      'test/receiver/redis-store.spec.ts',
      'test/receiver/settings.spec.ts',
      'test/services/sealed-events.spec.ts',
    ],
    needsServers: true,
    threshold: 85,
  },
  {
    name: 'sample shop',
    sources: [
      'sample-app/src/charges/charge.view.ts',
      'sample-app/src/charges/brazilian-day.ts',
      'sample-app/src/subscriptions/billing-cycle.ts',
    ],
    specs: ['sample-app/test/charge-view.spec.ts', 'sample-app/test/billing-cycle.spec.ts'],
    threshold: 85,
  },
];
