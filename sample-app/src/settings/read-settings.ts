// Reads the settings of the shop from environment variables, and lists what is wrong with them.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import {
  isConfigurationError,
  isValidCnpj,
  pixOptionsFromEnv,
  type PixModuleOptions,
} from 'nestjs-pix';
import { findPixProvider } from 'nestjs-pix/spec';
import {
  type BankSettings,
  type DatabaseSettings,
  LOG_FORMATS,
  LOG_LEVELS,
  type RedisSettings,
  SHOP_ROLES,
  type ShopSettings,
  type WebhookListenerSettings,
} from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists all problems of the configuration. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n` +
        problems.map((problem) => `  - ${problem}`).join('\n') +
        '\nsample-app/.env.example describes every variable.',
    );
  }
}

/** The administrator of the demo. The login page shows both. */
const DEMO_EMAIL = 'demo@loja.example';
const DEMO_PASSWORD = 'demo';

const DEFAULT_DIRECTORY = join(import.meta.dirname, '../../.data');

/** 32 bytes, in base64 or hexadecimal. */
const TOKEN_KEY = /^(?:[0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i;

/** Any variable of a real bank turns demo mode off. */
const BANK_VARIABLE = /^PIX_(?!TOKEN_KEY$)/;

/**
 * Reads the configuration of the shop from environment variables.
 *
 * @throws SettingsError that lists every variable that is missing or wrong
 */
export function readSettings(variables: Environment): ShopSettings {
  const env = new EnvironmentReader(variables);
  const isDemo = !Object.keys(variables).some((name) => BANK_VARIABLE.test(name) && env.text(name));
  const role = env.choice('SHOP_ROLE', SHOP_ROLES, 'all');
  const bank = isDemo ? undefined : readBank(env, role);
  const database = readDatabase(env, isDemo);
  const redis = readRedis(env, isDemo);
  const isEmbedded = 'directory' in database;
  const isPart = role === 'web' || role === 'worker';
  env.refuse(
    redis !== undefined && isEmbedded,
    'REDIS_URL needs DATABASE_URL: processes cannot share the embedded database',
  );
  env.refuse(role === 'migrate' && isEmbedded, 'SHOP_ROLE=migrate needs DATABASE_URL');
  env.refuse(isPart && !redis, `SHOP_ROLE=${role} needs REDIS_URL`);
  env.refuse(
    isPart && isDemo,
    `SHOP_ROLE=${role} needs a bank: each process of the demo starts a simulated bank of its own`,
  );
  const settings: ShopSettings = {
    // Loopback by default: in the demo, every visitor can pay and cancel.
    host: env.text('HOST') ?? '127.0.0.1',
    port: env.integer('PORT', 3000, [0, 65_535]),
    orderExpiration: env.integer('ORDER_EXPIRATION_SECONDS', 3600, [1, 31_536_000]),
    requestsPerMinute: env.integer('REQUESTS_PER_MINUTE', 30, [1, 1_000_000]),
    allowedHosts: env.list('ALLOWED_HOSTS'),
    trustedProxies: env.addresses('TRUSTED_PROXIES'),
    role,
    logFormat: env.choice('LOG_FORMAT', LOG_FORMATS, 'text'),
    // `debug` has a line for each request to the bank.
    logLevel: env.choice('LOG_LEVEL', LOG_LEVELS, isDemo ? 'debug' : 'log'),
    ...readAdmin(env, isDemo, role),
    database,
    ...readTelemetry(env),
    ...readCnpj(env),
    ...(redis && { redis }),
    ...(bank && { bank }),
  };
  if (env.problems.length > 0) throw new SettingsError(env.problems);
  return settings;
}

function readCnpj(env: EnvironmentReader): Pick<ShopSettings, 'cnpj'> {
  const cnpj = env.text('SHOP_CNPJ');
  env.refuse(
    cnpj !== undefined && !isValidCnpj(cnpj),
    'SHOP_CNPJ must be the CNPJ that invoices show, such as 12.345.678/0001-95',
  );
  const digits = cnpj?.replace(/[./-]/g, '');
  if (digits === undefined) return {};
  return { cnpj: digits.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5') };
}

/** A worker serves no back office, and gets no password of it. */
function readAdmin(
  env: EnvironmentReader,
  isDemo: boolean,
  role: ShopSettings['role'],
): Pick<ShopSettings, 'adminEmail' | 'adminPassword'> {
  if (role === 'worker') return { adminEmail: '', adminPassword: randomUUID() };
  return {
    adminEmail: readAdminEmail(env, isDemo),
    adminPassword: readAdminPassword(env, isDemo),
  };
}

function readAdminEmail(env: EnvironmentReader, isDemo: boolean): string {
  const email = env.text('ADMIN_EMAIL') ?? (isDemo ? DEMO_EMAIL : '');
  const isEmail = /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email);
  env.refuse(!isEmail, 'ADMIN_EMAIL must be the e-mail address of the administrator');
  return email.toLowerCase();
}

/** Only the demo has a default: a known password would let anyone refund real payments. */
function readAdminPassword(env: EnvironmentReader, isDemo: boolean): string {
  const password = env.text('ADMIN_PASSWORD');
  if (password === undefined && isDemo) return DEMO_PASSWORD;
  env.refuse(
    (password?.length ?? 0) < 12,
    'ADMIN_PASSWORD must have 12 characters or more: it protects the back office, which refunds payments',
  );
  return password ?? '';
}

/** Demo orders are in memory by default, like the state of the simulated bank. */
function readDatabase(env: EnvironmentReader, isDemo: boolean): DatabaseSettings {
  const url = env.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const directory = env.text('DATABASE_DIR');
  if (url === undefined) {
    return { directory: directory ?? (isDemo ? 'memory://' : DEFAULT_DIRECTORY) };
  }
  env.refuse(directory !== undefined, 'DATABASE_URL and DATABASE_DIR are two databases: use one');
  return { url };
}

function readRedis(env: EnvironmentReader, isDemo: boolean): RedisSettings | undefined {
  const url = env.url('REDIS_URL', ['redis:', 'rediss:']);
  const tokenKey = env.text('PIX_TOKEN_KEY');
  if (url === undefined) return undefined;
  env.refuse(
    tokenKey === undefined && !isDemo,
    'PIX_TOKEN_KEY is missing: 32 bytes that encrypt the access tokens and the queued events in Redis (openssl rand -base64 32)',
  );
  env.refuse(
    tokenKey !== undefined && !TOKEN_KEY.test(tokenKey),
    'PIX_TOKEN_KEY must be 32 bytes in base64 or hexadecimal (openssl rand -base64 32)',
  );
  return { url, ...(tokenKey !== undefined && { tokenKey }) };
}

function readTelemetry(env: EnvironmentReader): Pick<ShopSettings, 'metricsPort' | 'otlpEndpoint'> {
  const metricsPort = env.text('METRICS_PORT') && env.integer('METRICS_PORT', 9464, [0, 65_535]);
  const otlpEndpoint = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  return {
    ...(typeof metricsPort === 'number' && { metricsPort }),
    ...(otlpEndpoint !== undefined && { otlpEndpoint }),
  };
}

function readBank(env: EnvironmentReader, role: ShopSettings['role']): BankSettings {
  const pix = readPixOptions(env);
  return {
    pix,
    chave: env.required('PIX_CHAVE', 'the Pix key that receives the payments'),
    webhook: readWebhook(env, role),
    ...(offersPixAutomatico(pix) && { conta: readAccount(env) }),
  };
}

/** The library names every missing or invalid variable, and never prints its value. */
function readPixOptions(env: EnvironmentReader): PixModuleOptions {
  try {
    return pixOptionsFromEnv(env.variables);
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    env.problems.push(...((error.details?.problems ?? []) as readonly string[]));
    return { provider: 'simulator' };
  }
}

/** Whether the configuration names the product, and the profile of the bank has it. */
function offersPixAutomatico({ features = [], provider }: PixModuleOptions): boolean {
  if (features !== 'all') return features.includes('pix-automatico');
  const profile = typeof provider === 'string' ? findPixProvider(provider) : provider;
  return profile.features === undefined || 'pix-automatico' in profile.features;
}

function readAccount(env: EnvironmentReader): NonNullable<BankSettings['conta']> {
  const agencia = env.text('PIX_RECEBEDOR_AGENCIA');
  const kinds = ['CORRENTE', 'POUPANCA', 'PAGAMENTO'] as const;
  return {
    conta: env.required('PIX_RECEBEDOR_CONTA', 'the account that Pix Automático credits'),
    tipoConta: env.choice('PIX_RECEBEDOR_TIPO_CONTA', kinds, 'CORRENTE'),
    ...(agencia !== undefined && { agencia }),
  };
}

/** A worker serves no webhook, and gets neither its secret nor its key. */
function readWebhook(env: EnvironmentReader, role: ShopSettings['role']): BankSettings['webhook'] {
  env.required('PIX_WEBHOOK_URL', 'the public https address where the bank reports payments');
  const url = env.url('PIX_WEBHOOK_URL', ['https:']) ?? '';
  if (role === 'worker') return { url };
  const secret = env.text('PIX_WEBHOOK_SECRET');
  const listener = readListener(env);
  env.refuse(
    secret !== undefined && secret.length < 16,
    'PIX_WEBHOOK_SECRET must have 16 characters or more',
  );
  env.refuse(
    secret === undefined && env.text('PIX_WEBHOOK_CA') === undefined,
    'PIX_WEBHOOK_CA (mutual TLS) or PIX_WEBHOOK_SECRET (behind a proxy), or both, must be set: without them anyone could report a payment',
  );
  return { url, ...(secret !== undefined && { secret }), ...(listener && { listener }) };
}

function readListener(env: EnvironmentReader): WebhookListenerSettings | undefined {
  const parts = ['PIX_WEBHOOK_CA', 'PIX_WEBHOOK_CERT', 'PIX_WEBHOOK_KEY'] as const;
  const missing = parts.filter((name) => env.text(name) === undefined);
  const subject = env.text('PIX_WEBHOOK_SUBJECT');
  if (missing.length === parts.length) {
    env.refuse(subject !== undefined, 'PIX_WEBHOOK_SUBJECT needs PIX_WEBHOOK_CA');
    return undefined;
  }
  env.refuse(
    missing.length > 0,
    `${missing.join(' and ')} missing: ${parts.join(', ')} go together`,
  );
  const [ca = '', cert = '', key = ''] = parts.map((name) => env.file(name));
  return {
    // The bank must be able to connect. The listener serves only notifications, over mutual TLS.
    host: env.text('PIX_WEBHOOK_HOST') ?? '0.0.0.0',
    port: env.integer('PIX_WEBHOOK_PORT', 8443, [0, 65_535]),
    ca,
    cert,
    key,
    ...(subject !== undefined && { subject }),
  };
}

/**
 * Reads variables and collects their problems. A problem names the variable and never contains its value, which may be a
 * secret.
 */
class EnvironmentReader {
  readonly problems: string[] = [];

  constructor(readonly variables: Environment) {}

  refuse(isWrong: boolean, problem: string): void {
    if (isWrong) this.problems.push(problem);
  }

  /** An empty variable counts as absent: `.env.example` lists them all empty. */
  text(name: string): string | undefined {
    const value = this.variables[name]?.trim();
    return value === '' ? undefined : value;
  }

  required(name: string, why: string): string {
    const value = this.text(name);
    this.refuse(value === undefined, `${name} is missing: ${why}`);
    return value ?? '';
  }

  integer(name: string, fallback: number, [min, max]: readonly [number, number]): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,10}$/.test(value) ? Number(value) : NaN;
    const isWithin = number >= min && number <= max;
    this.refuse(!isWithin, `${name} must be a whole number from ${min} to ${max}`);
    return number;
  }

  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const choice = choices.find((candidate) => candidate === value);
    this.refuse(choice === undefined, `${name} must be ${choices.join(' or ')}`);
    return choice ?? fallback;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const isAddress = URL.canParse(value) && protocols.includes(new URL(value).protocol);
    const wanted = protocols.join(' or ');
    this.refuse(!isAddress, `${name} must be an address that begins with ${wanted}//`);
    return value;
  }

  /** Values separated by commas. */
  list(name: string): string[] {
    const values = (this.text(name) ?? '').split(',').map((value) => value.trim());
    return values.filter((value) => value !== '');
  }

  /** Addresses and networks (`10.0.1.0/24`), separated by commas. */
  addresses(name: string): string[] {
    const values = this.list(name);
    this.refuse(
      !values.every(isNetwork),
      `${name} must list IP addresses or networks such as 10.0.1.0/24`,
    );
    return values;
  }

  /** The text of the file that the variable names. */
  file(name: string): string | undefined {
    const path = this.text(name);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      this.problems.push(`${name} names a file that cannot be read (${(error as Error).message})`);
      return undefined;
    }
  }
}

function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}
