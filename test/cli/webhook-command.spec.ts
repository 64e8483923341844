import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { maskAddress } from '../../devkit/cli/webhook-address.js';
import { PixSimulator } from '../../devkit/simulator/public.js';
import { createPixClient } from '../../lib/nest/index.js';
import { AccountFiles } from './support/account-files.js';
import { runCommand } from './support/run-command.js';

const secret = 'segredo-do-receptor-1234';
const chave = 'loja@example.com';
const address = 'https://loja.example.com/webhooks/pix';

let bank: PixSimulator;
let files: AccountFiles;
let env: string;

beforeAll(async () => {
  // Sends the test notification of a registration only to a receiver that answers; sicredi sends none.
  bank = await PixSimulator.start({ quirks: 'sicredi' });
  files = await AccountFiles.create(bank);
  env = await files.writeEnv({ PIX_WEBHOOK_SECRET: secret, PIX_FEATURES: 'all' });
});
afterAll(async () => {
  await bank.close();
  await files.remove();
});

const webhook = (...args: string[]) => runCommand(['webhook', ...args, '--env', env]);

describe('a shown address', () => {
  it.each([
    ['https://loja.example.com/pix?hmac=abc&x=1', 'https://loja.example.com/pix?hmac=***&x=***'],
    ['https://loja.example.com/pix?0123456789secretvalue', 'https://loja.example.com/pix?***'],
    ['https://loja.example.com/pix?c2VncmVkbw==', 'https://loja.example.com/pix?***'],
    ['https://loja.example.com/12345678909/pix', 'https://loja.example.com/***/pix'],
    ['https://loja.example.com/c/11222333000181', 'https://loja.example.com/c/***'],
  ])('of %s has no secret or tax id', (given, shown) => {
    expect(maskAddress(given)).toBe(shown);
  });
});

describe('nestjs-pix webhook', () => {
  it.each([
    [chave, 'pix'],
    ['rec', 'rec'],
    ['cobr', 'cobr'],
  ])('registers, lists and deletes the webhook of %s', async (target, suffix) => {
    const registered = await webhook('register', target, address);
    expect(registered).toEqual({
      exitCode: 0,
      err: '',
      out: `Registered. The bank sends notifications to ${address}/${suffix}?hmac=***\n`,
    });
    const one = await webhook('list', target);
    expect(one.out).toMatch(
      new RegExp(`^${target}\thttps://loja\\.example\\.com/webhooks/pix\\?hmac=\\*\\*\\*\t2`),
    );
    const deleted = await webhook('delete', target);
    expect(deleted).toMatchObject({ exitCode: 0, out: 'Deleted. Notifications stop.\n' });
    expect(await webhook('list', target)).toMatchObject({ exitCode: 3, out: '' });
  });

  it('registers the secret of the variable, and never prints it', async () => {
    await webhook('register', chave, address);
    const { out } = await webhook('list', '--json');
    expect(JSON.parse(out)).toEqual([
      { target: chave, webhookUrl: `${address}?hmac=***`, criacao: expect.any(String) },
    ]);
    expect(out).not.toContain(secret);
    const pix = await createPixClient(bank.moduleOptions);
    expect((await pix.webhook.get(chave)).webhookUrl).toBe(`${address}?hmac=${secret}`);
    await pix.close();
  });

  it('registers a receiver without mutual TLS with --no-mtls at a bank that tests it', async () => {
    const efi = await PixSimulator.start({ quirks: 'efi' });
    const own = await AccountFiles.create(efi);
    const variables = await own.writeEnv({ PIX_PROVIDER: 'efi', PIX_WEBHOOK_SECRET: secret });
    const unreachable = 'https://127.0.0.1:1/webhooks/pix';
    const register = (...args: string[]) =>
      runCommand(['webhook', 'register', chave, unreachable, '--env', variables, ...args]);
    const refused = await register();
    expect(refused.exitCode).toBe(3);
    expect(refused.err).toContain('--no-mtls');
    expect(await register('--no-mtls')).toMatchObject({ exitCode: 0, err: '' });
    await efi.close();
    await own.remove();
  });

  it('masks a key that is a tax id', async () => {
    await webhook('register', '12345678909', address);
    const { out } = await webhook('list');
    expect(out).not.toContain('12345678909');
    await webhook('delete', '12345678909');
  });

  it.each<[string[], RegExp]>([
    [['register'], /set the Pix key as argument, or PIX_CHAVE/],
    [['register', chave], /set the address as argument, or PIX_WEBHOOK_URL/],
    [['register', chave, 'http://loja.example.com'], /must begin with https/],
    [['register', chave, 'https://a:b@loja.example.com'], /credentials/],
    [['register', chave, 'https://loja.example.com/#x'], /fragment/],
    [['register', chave, 'https://loja.example.com/pix/pix'], /the bank appends \/pix itself/],
    [['register', 'rec', 'https://loja.example.com/rec/rec'], /the bank appends \/rec itself/],
    [['register', chave, `${address}?hmac=${secret}`], /Set PIX_WEBHOOK_SECRET instead/],
  ])('refuses %j', async (args, message) => {
    const { exitCode, out, err } = await webhook(...args);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(message);
  });

  it('refuses an address without a secret, unless the receiver checks the certificate', async () => {
    const open = await files.writeEnv();
    const args = ['webhook', 'register', chave, address, '--env', open];
    const refused = await runCommand(args);
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('--mtls') });
    expect(await runCommand([...args, '--mtls'])).toMatchObject({ exitCode: 0 });
  });

  it('deletes what the bank does not have', async () => {
    expect(await webhook('delete', 'outra@example.com')).toMatchObject({ exitCode: 0, err: '' });
  });

  it('reports a refusal of the bank, and wrong variables', async () => {
    const refused = await webhook('list', 'outra@example.com');
    expect(refused).toMatchObject({ exitCode: 3, out: '' });
    expect(refused.err).toMatch(/^error: /);
    const broken = await files.writeEnv({ PIX_CERT: '/nowhere.pem' });
    const { exitCode, err } = await runCommand(['webhook', 'list', '--env', broken]);
    expect(exitCode).toBe(1);
    expect(err).toMatch(/\/nowhere\.pem .* does not exist.*npx nestjs-pix doctor/s);
  });

  it('says in one line that the bank does not offer the list', async () => {
    const inter = await PixSimulator.start({ quirks: 'inter' });
    const own = await AccountFiles.create(inter);
    const variables = await own.writeEnv({ PIX_PROVIDER: 'inter' });
    const { exitCode, out, err } = await runCommand(['webhook', 'list', '--env', variables]);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
    expect(err).toMatch(
      /^error: inter does not offer GET \/webhook: read one webhook by its key.*\n$/,
    );
    await inter.close();
    await own.remove();
  });

  it('warns in a sandbox that answers with an example, and fails in production', async () => {
    const example = 'https://pix.example.com/api/webhook/';
    const body = { webhookUrl: example, chave, criacao: '2026-11-28T10:00:00.000Z' };
    bank.control.faults.add({
      kind: 'status',
      on: 'webhook.get',
      status: 200,
      body,
      count: 'always',
    });
    const account = { PIX_WEBHOOK_SECRET: secret, PIX_CHAVE: chave, PIX_WEBHOOK_URL: address };
    const production = await files.writeEnv({ ...account, PIX_ENVIRONMENT: 'production' });
    const sandbox = await files.writeEnv(account);

    const refused = await runCommand(['webhook', 'register', '--env', production]);
    expect(refused).toMatchObject({ exitCode: 1, out: '' });
    expect(refused.err).toContain(`error: the bank accepted the registration, and returns another`);
    const accepted = await runCommand(['webhook', 'register', '--env', sandbox]);
    expect(accepted).toMatchObject({ exitCode: 0, out: '' });
    expect(accepted.err).toContain(`warning: the sandbox accepted the registration`);
    expect(accepted.err).toContain(`another address: ${example}.`);

    const examine = async (env: string) => {
      const { out } = await runCommand(['doctor', '--json', '--env', env]);
      const { checks } = JSON.parse(out) as { checks: { check: string; status: string }[] };
      return checks.find(({ check }) => check === 'webhook')?.status;
    };
    expect([await examine(production), await examine(sandbox)]).toEqual(['failed', 'warning']);
    bank.control.faults.clear();
  });
});
