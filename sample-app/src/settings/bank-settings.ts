import { isConfigurationError, pixOptionsFromEnv, type PixModuleOptions } from 'nestjs-pix';
import { findPixProvider } from 'nestjs-pix/spec';
import type { EnvironmentReader } from './environment.js';
import type {
  BankSettings,
  ReceivingAccount,
  WebhookListenerSettings,
  WebhookSettings,
} from './settings.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Variables of a real bank; any of them turns demo mode off. */
const BANK_VARIABLES = [
  'PIX_PROVIDER',
  'PIX_ENVIRONMENT',
  'PIX_CLIENT_ID',
  'PIX_CLIENT_SECRET',
  'PIX_CERT',
  'PIX_KEY',
  'PIX_PFX',
  'PIX_PASSPHRASE',
  'PIX_CA',
  'PIX_SANDBOX_TOKEN',
  'PIX_CONTA_CORRENTE',
  'PIX_APP_KEY',
  'PIX_BASE_URL',
  'PIX_TOKEN_URL',
  'PIX_TIMEOUT',
  'PIX_CHAVE',
  'PIX_FEATURES',
  'PIX_RECEBEDOR_CONTA',
  'PIX_RECEBEDOR_AGENCIA',
  'PIX_RECEBEDOR_TIPO_CONTA',
  'PIX_WEBHOOK_URL',
  'PIX_WEBHOOK_SECRET',
  'PIX_WEBHOOK_HOST',
  'PIX_WEBHOOK_PORT',
  'PIX_WEBHOOK_CERT',
  'PIX_WEBHOOK_KEY',
  'PIX_WEBHOOK_CA',
  'PIX_WEBHOOK_SUBJECT',
];

/** The bank of the environment, or `undefined` when none of its variables is set. */
export function readBankSettings(env: EnvironmentReader): BankSettings | undefined {
  if (BANK_VARIABLES.every((name) => env.text(name) === undefined)) return undefined;
  const pix = readPixOptions(env);
  const conta = offersPixAutomatico(pix) ? readAccount(env) : undefined;
  return {
    pix,
    chave: env.required('PIX_CHAVE', 'the Pix key that receives the payments'),
    webhook: readWebhook(env),
    ...(conta && { conta }),
  };
}

/** Whether the configuration names the product, and the profile of the bank has it. */
function offersPixAutomatico({ features = [], provider }: PixModuleOptions): boolean {
  if (features !== 'all') return features.includes('pix-automatico');
  const profile = typeof provider === 'string' ? findPixProvider(provider) : provider;
  return profile.features === undefined || 'pix-automatico' in profile.features;
}

function readAccount(env: EnvironmentReader): ReceivingAccount {
  const agencia = env.text('PIX_RECEBEDOR_AGENCIA');
  return {
    conta: env.required('PIX_RECEBEDOR_CONTA', 'the account that Pix Automático credits'),
    tipoConta: env.choice(
      'PIX_RECEBEDOR_TIPO_CONTA',
      ['CORRENTE', 'POUPANCA', 'PAGAMENTO'],
      'CORRENTE',
    ),
    ...(agencia !== undefined && { agencia }),
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

function readWebhook(env: EnvironmentReader): WebhookSettings {
  env.required('PIX_WEBHOOK_URL', 'the public https address where the bank reports payments');
  const webhook: Mutable<WebhookSettings> = { url: env.url('PIX_WEBHOOK_URL', ['https:']) ?? '' };
  const secret = env.text('PIX_WEBHOOK_SECRET');
  if (secret !== undefined) {
    webhook.secret = secret;
    if (secret.length < 16) env.problems.push('PIX_WEBHOOK_SECRET must have 16 characters or more');
  }
  const listener = readListener(env);
  if (listener) webhook.listener = listener;
  if (secret === undefined && env.text('PIX_WEBHOOK_CA') === undefined) {
    env.problems.push(
      'PIX_WEBHOOK_CA (mutual TLS) or PIX_WEBHOOK_SECRET (behind a proxy), or both, must be set: without them anyone could report a payment',
    );
  }
  return webhook;
}

function readListener(env: EnvironmentReader): WebhookListenerSettings | undefined {
  const parts = ['PIX_WEBHOOK_CA', 'PIX_WEBHOOK_CERT', 'PIX_WEBHOOK_KEY'] as const;
  const subject = env.text('PIX_WEBHOOK_SUBJECT');
  if (parts.every((name) => env.text(name) === undefined)) {
    if (subject !== undefined) env.problems.push('PIX_WEBHOOK_SUBJECT needs PIX_WEBHOOK_CA');
    return undefined;
  }
  const missing = parts.filter((name) => env.text(name) === undefined);
  if (missing.length > 0) {
    env.problems.push(`${missing.join(' and ')} missing: ${parts.join(', ')} go together`);
  }
  const [ca, cert, key] = parts.map((name) => env.file(name) ?? '');
  return {
    // The bank must be able to connect. The listener serves only notifications, over mutual TLS.
    host: env.text('PIX_WEBHOOK_HOST') ?? '0.0.0.0',
    port: env.integer('PIX_WEBHOOK_PORT', 8443, [0, 65_535]),
    ca: ca ?? '',
    cert: cert ?? '',
    key: key ?? '',
    ...(subject !== undefined && { subject }),
  };
}
