import type { EnvironmentReader } from './environment.js';
import {
  type DatabaseSettings,
  LOG_LEVELS,
  type LogFormat,
  type LogLevel,
  type RedisSettings,
  type ShopRole,
} from './settings.js';

const ROLES: readonly ShopRole[] = ['all', 'web', 'worker', 'migrate'];
const LOG_FORMATS: readonly LogFormat[] = ['text', 'json'];

/** 32 bytes, in base64 or hexadecimal. */
const TOKEN_KEY = /^(?:[0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i;

/** What differs between the processes of one shop, and what they share. */
export interface ProcessSettings {
  readonly role: ShopRole;
  readonly redis?: RedisSettings;
  readonly logFormat: LogFormat;
  readonly logLevel: LogLevel;
  readonly metricsPort?: number;
  readonly otlpEndpoint?: string;
}

/** Reads the settings of a shop of several processes, which need PostgreSQL, Redis and a bank that is not their own. */
export function readProcessSettings(
  env: EnvironmentReader,
  database: DatabaseSettings,
  demo: boolean,
): ProcessSettings {
  const role = env.choice('SHOP_ROLE', ROLES, 'all');
  const logFormat = env.choice('LOG_FORMAT', LOG_FORMATS, 'text');
  // `debug` has a line for each request to the bank.
  const logLevel = env.choice('LOG_LEVEL', LOG_LEVELS, demo ? 'debug' : 'log');
  const redis = readRedis(env, demo);
  const isEmbedded = 'directory' in database;
  if (redis && isEmbedded) {
    env.problems.push('REDIS_URL needs DATABASE_URL: processes cannot share the embedded database');
  }
  if (role === 'migrate' && isEmbedded) {
    env.problems.push('SHOP_ROLE=migrate needs DATABASE_URL');
  }
  if (role === 'web' || role === 'worker') {
    if (!redis) env.problems.push(`SHOP_ROLE=${role} needs REDIS_URL`);
    if (demo) {
      env.problems.push(
        `SHOP_ROLE=${role} needs a bank: each process of the demo starts a simulated bank of its own`,
      );
    }
  }
  return {
    role,
    logFormat,
    logLevel,
    ...(redis && { redis }),
    ...readTelemetry(env),
  };
}

function readTelemetry(
  env: EnvironmentReader,
): Pick<ProcessSettings, 'metricsPort' | 'otlpEndpoint'> {
  const metricsPort = env.text('METRICS_PORT') && env.integer('METRICS_PORT', 9464, [0, 65_535]);
  const otlpEndpoint = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  return {
    ...(typeof metricsPort === 'number' && { metricsPort }),
    ...(otlpEndpoint !== undefined && { otlpEndpoint }),
  };
}

function readRedis(env: EnvironmentReader, demo: boolean): RedisSettings | undefined {
  const url = env.url('REDIS_URL', ['redis:', 'rediss:']);
  const tokenKey = env.text('PIX_TOKEN_KEY');
  if (url === undefined) return undefined;
  if (tokenKey === undefined && !demo) {
    env.problems.push(
      'PIX_TOKEN_KEY is missing: 32 bytes that encrypt the access tokens in Redis (openssl rand -base64 32)',
    );
  }
  if (tokenKey !== undefined && !TOKEN_KEY.test(tokenKey)) {
    env.problems.push(
      'PIX_TOKEN_KEY must be 32 bytes in base64 or hexadecimal (openssl rand -base64 32)',
    );
  }
  return { url, ...(tokenKey !== undefined && { tokenKey }) };
}
