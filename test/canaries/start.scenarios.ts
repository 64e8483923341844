import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  createPixClient,
  PixClientFactory,
  PixModule,
  type PixModuleOptions,
} from '../../lib/index.js';
import { PixWebhookReceiverModule } from '../../lib/receiver/index.js';
import { RedisTokenStore } from '../../lib/redis.js';
import type { TestCertificate } from '../support/certificates.js';
import { values, type KeyFiles } from './canaries.js';
import type { Collector } from './collector.js';

const { clientSecret, passphrase, headerKey, redisKey, webhookSecret, token } = values;

/** Starts accounts and receivers with invalid options. */
export async function runStart(
  collector: Collector,
  options: PixModuleOptions,
  certificate: TestCertificate,
  keyFiles: KeyFiles,
): Promise<void> {
  const base = { ...options, clientSecret, headers: { 'X-Api-Key': headerKey } };
  const wrong = { ...wrongOptions(), ...wrongCertificates(certificate, keyFiles) };
  for (const [name, part] of Object.entries(wrong)) {
    collector.scenario = `start with ${name}`;
    const account = { ...base, ...part } as PixModuleOptions;
    await collector.failure(async () => (await createPixClient(account)).close());
    await collector.failure(() => startNest(collector, PixModule.forRoot(account)));
  }
  for (const [name, receiver] of Object.entries(wrongReceivers(certificate))) {
    collector.scenario = `start of a receiver with ${name}`;
    await collector.failure(() => startNest(collector, PixWebhookReceiverModule.forRoot(receiver)));
  }
  collector.scenario = 'a factory';
  const factory = new PixClientFactory();
  await collector.failure(() => factory.get(token, { ...base, baseUrl: clientSecret }));
  collector.value('object', factory);
  await factory.close();
  collector.scenario = 'a key of Redis';
  for (const encryptionKey of [`${redisKey}00`, redisKey.slice(1), `${redisKey}\n`]) {
    const redis = { eval: () => Promise.resolve(null) };
    await collector.failure(() => new RedisTokenStore(redis, { encryptionKey }));
  }
  collector.value(
    'object',
    new RedisTokenStore({ eval: async () => null }, { encryptionKey: redisKey }),
  );
}

async function startNest(collector: Collector, imported: DynamicModule): Promise<void> {
  @Module({ imports: [imported] })
  class AppModule {}
  const { logger } = collector;
  const app = await NestFactory.create(AppModule, { logger, abortOnError: false });
  try {
    await app.init();
  } finally {
    await app.close();
  }
}

function wrongOptions(): Record<string, object> {
  return {
    'an unknown option': { clientSecrect: clientSecret },
    'a secret as a name': { [clientSecret]: clientSecret },
    'a secret of another type': { clientSecret: [clientSecret] },
    'a secret as provider': { provider: clientSecret },
    'a secret as environment': { environment: clientSecret },
    'a secret as clientAuth': { clientAuth: clientSecret },
    'a secret as address': { baseUrl: clientSecret, tokenUrl: clientSecret },
    'credentials in the address': { baseUrl: `http://user:${clientSecret}@bank.example/v2` },
    'a secret as scopes': { scopes: [{ a: clientSecret }] },
    'a secret as time limit': { timeout: clientSecret, deadline: clientSecret },
    'a secret as number of attempts': { retry: { attempts: clientSecret } },
    'a secret as account number': { contaCorrente: clientSecret },
    'a line break in a header': { headers: { 'X-Api-Key': `${headerKey}\r\nx: y` } },
    'headers as text': { headers: `X-Api-Key: ${headerKey}` },
    'a protected header': { headers: { authorization: `Bearer ${clientSecret}` } },
    'an unused token': { sandboxToken: values.sandboxToken },
    'no client id': { clientId: undefined },
    'certificate as text': { certificate: passphrase },
  };
}

function wrongCertificates(
  { cert, key }: TestCertificate,
  files: KeyFiles,
): Record<string, object> {
  const { pfx, locked } = files;
  const lines = key.trim().split('\n');
  const body = lines.slice(1, -1).join('');
  const broken = (value: string) => value.replace(/[A-Z]/, '!');
  const certificates: Record<string, unknown> = {
    'cert and key swapped': { cert: key, key: cert },
    'a key without its end': { cert, key: lines.slice(0, -1).join('\n') },
    'a key without line breaks': { cert, key: lines.join(' ') },
    'a key with escaped line breaks': { cert, key: lines.join('\\n') },
    'a key in quotes': { cert, key: `"${key}"` },
    'the body of a key': { cert, key: body },
    'half the body of a key': { cert, key: body.slice(0, body.length >> 1) },
    'a broken body': { cert, key: `${lines[0]}\n${broken(body)}\n${lines.at(-1)}` },
    'a key as path': { cert, key: `/${body}` },
    'a key that is not a string': { cert, key: { key } },
    'an encrypted key without passphrase': { cert, key: locked },
    'an encrypted key with another passphrase': { cert, key: locked, passphrase: `${passphrase}!` },
    'pfx without passphrase': { pfx },
    'pfx with another passphrase': { pfx, passphrase: `${passphrase}!` },
    'pfx as base64 with another passphrase': {
      ...{ pfx: pfx.toString('base64'), passphrase: `${passphrase}!` },
    },
    'half a pfx': { pfx: pfx.subarray(0, pfx.length >> 1), passphrase },
    'a pfx in hexadecimal': { pfx: pfx.toString('hex'), passphrase },
    'a pfx as text': { pfx: pfx.toString('latin1'), passphrase },
    'a key as pfx': { pfx: key, passphrase },
    'a passphrase as pfx': { pfx: passphrase, passphrase },
    'a passphrase of another type': { pfx, passphrase: [passphrase] },
    'pfx and key': { pfx, cert, key, passphrase },
  };
  const wrong = Object.entries(certificates).map(([name, certificate]) => [name, { certificate }]);
  return {
    ...(Object.fromEntries(wrong) as Record<string, object>),
    'a key as authority': { ca: key },
    'a body of a key as authority': { ca: [body] },
  };
}

function wrongReceivers({ key }: TestCertificate): Record<string, object> {
  const short = webhookSecret.slice(0, 15);
  const trustedProxies = ['127.0.0.1'];
  const authentication = {
    'a short secret': { secret: short },
    'a secret of another type': { secret: { value: { secret: webhookSecret } } },
    'an empty secret next to another': { secret: [webhookSecret, ''] },
    'a secret as parameter': { secret: { value: webhookSecret, parameter: `${webhookSecret}&` } },
    'a secret as address': { allowedIps: [webhookSecret] },
    'a key as authority': { mtls: { ca: key } },
    'a key as path of an authority': { mtls: { ca: `/${key.split('\n')[1]}` } },
    'a secret as header': { mtls: { ca: key, header: webhookSecret } },
    'a verification header without a proxy': { mtls: { header: 'x-ok', value: webhookSecret } },
    'an unknown part': { [webhookSecret]: webhookSecret, trustedProxies },
  };
  return {
    ...Object.fromEntries(
      Object.entries(authentication).map(([name, part]) => [name, { authentication: part }]),
    ),
    'a secret as path': {
      path: `/pix?hmac=${webhookSecret}`,
      authentication: { secret: webhookSecret },
    },
    'a secret as limit': { maxBodySize: webhookSecret, authentication: { secret: webhookSecret } },
  };
}
