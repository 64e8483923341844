import { join } from 'node:path';
import { readBankSettings } from './bank-settings.js';
import { EnvironmentReader, SettingsError, type Environment } from './environment.js';
import { readProcessSettings } from './process-settings.js';
import type { DatabaseSettings, ShopSettings } from './settings.js';

/** The administrator of the demo. The login page shows both. */
const DEMO_EMAIL = 'demo@loja.example';
const DEMO_PASSWORD = 'demo';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

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
  const admin = {
    adminEmail: readAdminEmail(env, bank === undefined),
    adminPassword: readAdminPassword(env, bank === undefined),
  };
  const process = readProcessSettings(env, database, bank === undefined);
  const settings: ShopSettings = {
    ...shop,
    ...process,
    ...admin,
    database,
    ...(bank && { bank }),
  };
  if (env.problems.length > 0) throw new SettingsError(env.problems);
  return settings;
}

function readAdminEmail(env: EnvironmentReader, demo: boolean): string {
  const email = env.text('ADMIN_EMAIL') ?? (demo ? DEMO_EMAIL : '');
  if (!EMAIL.test(email)) {
    env.problems.push('ADMIN_EMAIL must be the e-mail address of the administrator');
  }
  return email.toLowerCase();
}

/** Only the demo has a default: a known password would let anyone refund real payments. */
function readAdminPassword(env: EnvironmentReader, demo: boolean): string {
  const password = env.text('ADMIN_PASSWORD');
  if (password === undefined && demo) return DEMO_PASSWORD;
  if ((password?.length ?? 0) < 12) {
    env.problems.push(
      'ADMIN_PASSWORD must have 12 characters or more: it protects the back office, which refunds payments',
    );
  }
  return password ?? '';
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
