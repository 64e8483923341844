import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/public.js';
import { TestAuthority, toPkcs12 } from '../../support/certificates.js';
import { AccountFiles } from '../support/account-files.js';
import { runCommand } from '../support/run-command.js';

interface Row {
  readonly check: string;
  readonly message: string;
  readonly fix?: string;
}

const chave = 'loja@example.com';
const secret = 'segredo-do-receptor-1234';
const webhook = {
  PIX_CHAVE: chave,
  PIX_WEBHOOK_URL: 'https://127.0.0.1:1/webhooks/pix',
  PIX_WEBHOOK_SECRET: secret,
};

let bank: PixSimulator;
let files: AccountFiles;
let authority: TestAuthority;

beforeAll(async () => {
  bank = await PixSimulator.start({ quirks: 'inter' });
  files = await AccountFiles.create(bank, 'inter');
  authority = await TestAuthority.create('Other authority');
});
afterAll(async () => {
  await bank.close();
  await files.remove();
});

async function diagnose(
  changes: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Row & { readonly env: string }> {
  const env = await files.writeEnv(changes);
  const { out } = await runCommand(['doctor', '--env', env, '--json', '--timeout', '3', ...args]);
  const { checks } = JSON.parse(out) as { checks: Row[] };
  const problems = checks.filter(({ fix }) => fix !== undefined);
  expect(problems).toHaveLength(1);
  expect(out).not.toMatch(/PRIVATE KEY|senha-errada|segredo/);
  return { ...problems[0]!, env };
}

/** Runs the command lines of a solution in a shell that has none of the variables. */
function type({ fix = '' }: Row): string[] {
  const [, ...commands] = fix.split('\n');
  const options = { encoding: 'utf8', env: { PATH: process.env.PATH } } as const;
  return commands.map((command) => execFileSync('sh', ['-c', command], options));
}

describe('the commands that nestjs-pix doctor prints', () => {
  it('compare certificate and key, in files whose names need quotes', async () => {
    const { key } = await authority.issueClient();
    const found = await diagnose({ PIX_KEY: await files.write('chave da $LOJA (2).key', key) });
    expect(found.check).toBe('key');
    const [one, other] = type(found);
    expect(one).toMatch(/[\da-f]{64}/);
    expect(other).toMatch(/[\da-f]{64}/);
    expect(one).not.toBe(other);
  });

  it('show the first line of a file with other content', async () => {
    const found = await diagnose({ PIX_CERT: await files.write('meu cert.pem', 'no certificate') });
    expect(type(found)).toEqual(['no certificate']);
  });

  it('show a directory that was given instead of a file', async () => {
    expect(type(await diagnose({ PIX_CERT: files.folder }))).toEqual([
      expect.stringContaining(files.folder),
    ]);
  });

  it('test the passphrase of a key as that of a key', async () => {
    const { PIX_KEY } = await writeLockedKey();
    const { message, fix } = await diagnose({ PIX_KEY, PIX_PASSPHRASE: 'senha-errada' });
    expect(message).toMatch(/^PIX_KEY: .* does not open with the passphrase in PIX_PASSPHRASE$/);
    expect(fix).toContain(`openssl pkey -in ${PIX_KEY} -noout`);
    const absent = await diagnose({ PIX_KEY });
    expect(absent.message).toMatch(/has a passphrase, and PIX_PASSPHRASE is empty$/);
  });

  it('name no variable of --env, which the shell does not have', async () => {
    const { cert, key } = await authority.issueClient();
    const pfx = toPkcs12({ certificates: [cert], keys: [key], passphrase: 'senha-certa' });
    const inVariable = { PIX_CERT: '', PIX_KEY: '', PIX_PFX: pfx.toString('base64') };
    const sets = [
      { ...inVariable, PIX_PASSPHRASE: 'senha-errada' },
      { PIX_CERT: Buffer.from(cert).toString('base64'), PIX_KEY: files.path('client.key') },
      { PIX_CERT: Buffer.from('no certificate '.repeat(9)).toString('base64') },
      {
        PIX_CERT: await files.write('unknown.pem', cert),
        PIX_KEY: await files.write('unknown.key', key),
      },
    ];
    for (const changes of sets) expect((await diagnose(changes)).fix).not.toContain('"$PIX');
  });

  it('say that certificate and key are swapped', async () => {
    const [cert, key] = [files.path('client.pem'), files.path('client.key')];
    const found = await diagnose({ PIX_CERT: key, PIX_KEY: cert });
    expect(found.message).toBe(`PIX_CERT: ${key} is a private key, not a certificate`);
    expect(found.fix).toContain(`\nPIX_CERT=${cert}\nPIX_KEY=${key}`);
  });

  it('register the webhook of the account that was examined', async () => {
    const found = await diagnose(webhook);
    const [, command = ''] = found.fix!.split('\n');
    expect(command).toBe(`npx nestjs-pix webhook register --env ${found.env}`);
    const { exitCode, out } = await runCommand(command.split(' ').slice(2));
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: 'Registered. The bank sends notifications to https://127.0.0.1:1/webhooks/pix/pix?hmac=***\n',
    });
  });

  it('select the prefix of the account', async () => {
    const variables = { PIX_LOJA_PROVIDER: 'inter', PIX_LOJA_CLIENT_SECRET: 'segredo' };
    const { fix, env } = await diagnose(variables, '--prefix', 'PIX_LOJA_');
    expect(fix).toContain(`npx nestjs-pix doctor --help --env ${env} --prefix PIX_LOJA_`);
  });
});

describe('a misspelt variable', () => {
  it('is a warning', async () => {
    expect(await diagnose({ PIX_TIMEUOT: '3' })).toMatchObject({
      check: 'variables',
      message: 'nothing reads the variable PIX_TIMEUOT; PIX_TIMEOUT may be meant',
      fix: 'Correct the name:\nPIX_TIMEOUT=…',
    });
  });
});

async function writeLockedKey(): Promise<{ PIX_KEY: string }> {
  const PIX_KEY = files.path('locked.key');
  const { key } = bank.moduleOptions.certificate;
  execFileSync('openssl', ['pkcs8', '-topk8', '-out', PIX_KEY, '-passout', 'pass:senha-certa'], {
    input: key,
  });
  return { PIX_KEY };
}
