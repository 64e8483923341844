import { type PixModuleOptions, type PixProviderName, pixProviders } from 'nestjs-pix';
import type { EnvironmentReader } from './environment.js';
import type { BankSettings, WebhookListenerSettings, WebhookSettings } from './settings.js';

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
  return {
    pix: readPixOptions(env),
    chave: env.required('PIX_CHAVE', 'the Pix key that receives the payments'),
    webhook: readWebhook(env),
  };
}

function readPixOptions(env: EnvironmentReader): PixModuleOptions {
  const sandboxToken = env.text('PIX_SANDBOX_TOKEN');
  return {
    provider: readProvider(env),
    environment: env.choice('PIX_ENVIRONMENT', ['production', 'sandbox'], 'production'),
    clientId:
      sandboxToken === undefined
        ? env.required('PIX_CLIENT_ID', 'the client identifier given by the bank')
        : env.text('PIX_CLIENT_ID'),
    clientSecret: env.text('PIX_CLIENT_SECRET'),
    // A fixed token is for a sandbox, which requires no certificate.
    certificate: sandboxToken === undefined ? readCertificate(env) : undefined,
    sandboxToken,
    contaCorrente: env.text('PIX_CONTA_CORRENTE'),
    appKey: env.text('PIX_APP_KEY'),
    ca: env.file('PIX_CA'),
    baseUrl: env.url('PIX_BASE_URL', ['https:']),
    tokenUrl: env.url('PIX_TOKEN_URL', ['https:']),
    timeout: env.text('PIX_TIMEOUT') ? env.integer('PIX_TIMEOUT', 30, [1, 300]) : undefined,
  };
}

function readProvider(env: EnvironmentReader): PixProviderName {
  const names = Object.keys(pixProviders) as PixProviderName[];
  env.required('PIX_PROVIDER', `one of ${names.join(', ')}`);
  return env.choice('PIX_PROVIDER', names, 'sicoob');
}

/** Returns paths: the library reads and checks the files and reports problems of a certificate. */
function readCertificate(env: EnvironmentReader): PixModuleOptions['certificate'] {
  const [cert, key, pfx] = [env.text('PIX_CERT'), env.text('PIX_KEY'), env.text('PIX_PFX')];
  const passphrase = env.text('PIX_PASSPHRASE');
  const lock = passphrase === undefined ? {} : { passphrase };
  if (pfx !== undefined && (cert !== undefined || key !== undefined)) {
    env.problems.push('PIX_PFX and PIX_CERT/PIX_KEY are two ways to give one certificate: use one');
  } else if (pfx !== undefined) {
    return { pfx, ...lock };
  } else if (cert !== undefined && key !== undefined) {
    return { cert, key, ...lock };
  } else {
    env.problems.push(
      'PIX_CERT and PIX_KEY (PEM files), or PIX_PFX (a .p12 or .pfx file), must name the client certificate given by the bank',
    );
  }
  return undefined;
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
