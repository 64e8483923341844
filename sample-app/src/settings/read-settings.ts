import { join } from 'node:path';
import { readBankSettings } from './bank-settings.js';
import { EnvironmentReader, SettingsError, type Environment } from './environment.js';
import type { DatabaseSettings, ShopSettings } from './settings.js';

const DEFAULT_DIRECTORY = join(import.meta.dirname, '../../.data');

/**
 * Reads the configuration of the shop from environment variables.
 *
 * @throws SettingsError that lists every variable that is missing or wrong
 */
export function readSettings(variables: Environment): ShopSettings {
  const env = new EnvironmentReader(variables);
  const shop = {
    // Loopback by default: in the demo, every visitor can pay and cancel.
    host: env.text('HOST') ?? '127.0.0.1',
    port: env.integer('PORT', 3000, [0, 65_535]),
    orderExpiration: env.integer('ORDER_EXPIRATION_SECONDS', 3600, [1, 31_536_000]),
    requestsPerMinute: env.integer('REQUESTS_PER_MINUTE', 30, [1, 1_000_000]),
    allowedHosts: env.list('ALLOWED_HOSTS'),
    trustedProxies: env.addresses('TRUSTED_PROXIES'),
  };
  const bank = readBankSettings(env);
  const database = readDatabase(env, bank === undefined);
  const settings: ShopSettings = { ...shop, database, ...(bank && { bank }) };
  if (env.problems.length > 0) throw new SettingsError(env.problems);
  return settings;
}

/** Demo orders are in memory by default, like the state of the simulated bank. */
function readDatabase(env: EnvironmentReader, demo: boolean): DatabaseSettings {
  const url = env.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const directory = env.text('DATABASE_DIR');
  if (url === undefined)
    return { directory: directory ?? (demo ? 'memory://' : DEFAULT_DIRECTORY) };
  if (directory !== undefined) {
    env.problems.push('DATABASE_URL and DATABASE_DIR are two databases: use one');
  }
  return { url };
}
