import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { PixCredentials } from '../../lib/auth/index.js';
import { resolveBaseUrl } from '../../lib/client/index.js';
import { cobOperations } from '../../lib/contract/index.js';
import { createPixClient, generateTxid, pixOptionsFromEnv } from '../../lib/index.js';
import {
  definePixProvider,
  findDoubts,
  pixProviders,
  type PixProvider,
} from '../../lib/providers/index.js';
import { findCodeBlocks } from '../docs/code-blocks.js';
import { toPkcs12 } from '../support/certificates.js';
import { ROOT } from '../support/compile.js';
import { AccountFiles } from './support/account-files.js';
import { runCommand } from './support/run-command.js';

// The first payment at a bank, with the commands and the variables of its page alone. test/cli/simulator-examples.spec.ts
// runs the first command, which starts the simulated bank.

const SECRET = 'segredo-do-receptor-1234';
const chave = 'loja@example.com';

let bank: PixSimulator | undefined;
let files: AccountFiles | undefined;

afterEach(async () => {
  await bank?.close();
  await files?.remove();
  bank = files = undefined;
});

/** Returns the variables of the page with the values of a simulated bank, and those of its addresses. */
function fill(page: string, { url, tokenUrl, moduleOptions, sandboxModuleOptions }: PixSimulator) {
  const { clientId, clientSecret = '', appKey = '' } = moduleOptions;
  const { PIX_CERT = 'client.pem', PIX_KEY = 'client.key' } = parseEnv(page);
  const sandbox = page.includes('PIX_SANDBOX_TOKEN=') ? sandboxModuleOptions : undefined;
  const values: Record<string, string> = {
    PIX_CLIENT_ID: clientId,
    PIX_CLIENT_SECRET: clientSecret,
    PIX_SANDBOX_TOKEN: sandbox?.sandboxToken ?? '',
    PIX_CERT: files!.path(basename(PIX_CERT)),
    PIX_KEY: files!.path(basename(PIX_KEY)),
    PIX_APP_KEY: appKey,
    PIX_CHAVE: chave,
    PIX_WEBHOOK_SECRET: SECRET,
    PIX_WEBHOOK_URL: 'https://127.0.0.1:1/webhooks/pix',
  };
  const given = Object.keys(parseEnv(page)).filter((name) => name in values);
  // The sandbox of itau needs no certificate; a simulated bank always does.
  if (!sandbox) given.push('PIX_CERT', 'PIX_KEY');
  return {
    ...parseEnv(page),
    ...Object.fromEntries(given.map((name) => [name, values[name]!])),
    PIX_BASE_URL: sandbox?.provider.sandbox?.baseUrl ?? url,
    ...(!sandbox && { PIX_TOKEN_URL: tokenUrl }),
    PIX_CA: files!.path('ca.pem'),
  };
}

/** Puts the certificate of the sandbox where the page says, as the bank gives it. */
async function prepareCertificate(name: string, blocks: readonly string[], account: PixSimulator) {
  const { cert, key } = account.moduleOptions.certificate;
  const [convert] = blocks.filter((code) => code.includes('convert-p12'));
  if (convert === undefined) {
    await files!.write(`${name}.pem`, cert);
    await files!.write(`${name}.key`, key);
    return;
  }
  const pfx = toPkcs12({ certificates: [cert], keys: [key], passphrase: 'senha' });
  const given = await files!.write(`${name}.p12`, pfx);
  const args = convert
    .trim()
    .replace('npx nestjs-pix ', '')
    .replace(`${name}.p12`, given)
    .split(' ');
  const environment = { PIX_PASSPHRASE: 'senha' };
  const result = await runCommand([...args, '--out', files!.path(name)], { environment });
  expect(result).toMatchObject({ exitCode: 0, err: '' });
}

type BankName = keyof typeof pixProviders;

/**
 * The page whose `doctor` does not run here. Bradesco has Pix Automático at a host of its own, which no variable
 * replaces, and `doctor` would connect to it.
 */
const ELSEWHERE: BankName = 'bradesco';
const banks = Object.keys(pixProviders) as BankName[];

/** Returns the variables of a page after its step to production. */
function toProduction(page: string, variables: string) {
  const [, removed = '', added = ''] =
    /In production, (.*?)set the credentials of production(.*?), create/.exec(page) ?? [];
  const list = (text: string) => [...text.matchAll(/`(\w+)/g)].map(([, name = '']) => name);
  const kept = Object.entries(parseEnv(variables)).filter(
    ([name]) => !list(removed).includes(name),
  );
  return Object.fromEntries([...kept, ...list(added).map((name) => [name, 'client.pem'])]);
}

describe.each(banks)('the page of %s', (name) => {
  it('leads to variables that production accepts', () => {
    const page = readFileSync(join(ROOT, `docs/banks/${name}.md`), 'utf8');
    const [ini] = findCodeBlocks(page).filter(({ language }) => language === 'ini');
    const options = pixOptionsFromEnv(toProduction(page, ini!.code));
    expect(options).toMatchObject({ provider: name, certificate: expect.any(Object) });
    expect(options.environment).toBeUndefined();
  });

  it('states how the client authenticates', () => {
    const page = readFileSync(join(ROOT, `docs/banks/${name}.md`), 'utf8');
    const stated = /\| Client authentication +\| (.*?) +\|/.exec(page)?.[1];
    const { clientAuth = 'basic', server }: PixProvider = pixProviders[name];
    const secret = server?.token?.noSecret === true ? undefined : 'secret-1';
    const { headers, fields } = new PixCredentials('client-1', secret, clientAuth).present();
    const sent = [...Object.keys(headers), ...Object.keys(fields)].join();
    const texts: Record<string, string> = {
      Authorization: 'HTTP Basic',
      client_id: 'identifier in the body, no secret',
      'client_id,client_secret': 'identifier and secret in the body',
    };
    expect(stated).toBe(texts[sent]);
  });

  it('leads to a paid charge and a registered receiver', async () => {
    const blocks = findCodeBlocks(readFileSync(join(ROOT, `docs/banks/${name}.md`), 'utf8'));
    const [variables = ''] = blocks
      .filter(({ language }) => language === 'ini')
      .map(({ code }) => code);
    const shell = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
    const [start = ''] = shell;
    const [commands = ''] = shell.filter((code) => code.includes('nestjs-pix doctor'));
    expect(start.trim().split('\n')).toEqual([
      expect.stringMatching(/^npm install nestjs-pix /),
      'npm install --save-dev nestjs-pix-devkit',
      `npx nestjs-pix simulator --quirks ${name}`,
    ]);
    bank = await PixSimulator.start({ quirks: name, sandbox: { token: 'sandbox-token' } });
    files = await AccountFiles.create(bank);
    await prepareCertificate(name, shell, bank);
    const environment = fill(variables, bank);
    const lines = Object.entries(environment).map(([key, value]) => `${key}='${value}'\n`);
    const env = await files.write('.env', lines.join(''));
    const run = (command = '') =>
      runCommand(command.replace('npx nestjs-pix ', '').replace('.env', env).split(' '));
    const [doctor, register] = commands.trim().split('\n');

    if (name !== ELSEWHERE) {
      // Nothing listens at the address of the receiver yet, which is the only problem.
      const checked = await run(`${doctor!} --json`);
      const { checks } = JSON.parse(checked.out) as { checks: { check: string; status: string }[] };
      const failed = checks.filter(({ status }) => status === 'failed');
      expect(failed.map(({ check }) => check)).toEqual(['webhook']);
    }
    expect(await run(register)).toMatchObject({ exitCode: 0, err: '' });

    const pix = await createPixClient(pixOptionsFromEnv(environment));
    const txid = generateTxid();
    await pix.cob.createWithTxid(txid, { valor: { original: '37.00' } });
    await bank.control.pay(txid);
    expect(await pix.cob.get(txid)).toMatchObject({ status: 'CONCLUIDA', chave });
    expect((await pix.webhook.get(chave)).webhookUrl).toContain('127.0.0.1:1/webhooks/pix');
    await pix.close();
  });
});

it('the page of bb leads to the sandbox without mutual TLS', () => {
  const page = readFileSync(join(ROOT, 'docs/banks/bb.md'), 'utf8');
  const sandbox = findCodeBlocks(page).find(({ language }) => language === 'ini');
  const replacement = [...page.matchAll(/`(PIX_(?:BASE_URL|MUTUAL_TLS)=\S+)`/g)].map(
    ([, line]) => line,
  );
  const { PIX_CERT, PIX_KEY, ...rest } = {
    ...parseEnv(sandbox!.code),
    ...parseEnv(replacement.join('\n')),
  };
  expect([PIX_CERT, PIX_KEY]).toEqual(['./bb.pem', './bb.key']);
  const { disputed } = findDoubts(
    { provider: pixProviders.bb, environment: 'sandbox' },
    {},
    Date.now(),
  );
  const options = pixOptionsFromEnv(rest);
  expect(options).toMatchObject({ environment: 'sandbox', mutualTls: false });
  expect(disputed.map(({ alternative }) => alternative)).toEqual([
    `${options.baseUrl}, without mutual TLS`,
  ]);
});

it('the page of santander leads to the sandbox of its alternative', () => {
  const page = readFileSync(join(ROOT, 'docs/banks/santander.md'), 'utf8');
  const block = findCodeBlocks(page).find(({ code }) => code.includes('pixProviders.santander'));
  const source = block!.code.replace(/^import .*$/gm, '').replace('export const santander =', '');
  const provider = runInNewContext(source, { definePixProvider, pixProviders }) as PixProvider;
  const [created, revised] = [cobOperations.createWithTxid, cobOperations.revise].map((operation) =>
    resolveBaseUrl(operation, provider, provider.sandbox!.baseUrl),
  );
  expect(revised).toBe('https://pix.santander.com.br/api/v2/sandbox');
  const account = { provider: pixProviders.santander, environment: 'sandbox' } as const;
  expect(findDoubts(account, {}, Date.now()).disputed).toContainEqual(
    expect.objectContaining({ alternative: `${created}, without mutual TLS` }),
  );
});
