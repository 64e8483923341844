import 'reflect-metadata';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '../../../devkit/cli/program.js';
import type { PixSimulator } from '../../../devkit/simulator/public.js';
import { secrets, startBank } from './probe-bank.js';

let folder: string;
let bank: PixSimulator;
let env: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-probe-'));
  bank = await startBank('bb');
  const { certificate, ca } = bank.moduleOptions;
  const files = { 'ca.pem': ca, 'client.pem': certificate.cert, 'client.key': certificate.key };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  env = await writeEnv({});
});
afterAll(async () => {
  await bank.close();
  await rm(folder, { recursive: true });
});

async function writeEnv(more: Readonly<Record<string, string>>): Promise<string> {
  const variables = {
    PIX_ENVIRONMENT: 'sandbox',
    PIX_BASE_URL: bank.url,
    PIX_TOKEN_URL: bank.tokenUrl,
    PIX_CLIENT_ID: secrets.clientId,
    PIX_CLIENT_SECRET: secrets.clientSecret,
    PIX_CERT: join(folder, 'client.pem'),
    PIX_KEY: join(folder, 'client.key'),
    PIX_CA: join(folder, 'ca.pem'),
    PIX_CHAVE: secrets.chave,
    PIX_APP_KEY: secrets.appKey,
    ...more,
  };
  const file = join(folder, `${Object.keys(more).join('-')}.env`);
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(file, lines.join(''));
  return file;
}

interface Result {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

async function probe(...args: string[]): Promise<Result> {
  let [out, err] = ['', ''];
  const exitCode = await run(['probe', '--pause', '0', ...args], {
    out: (text) => (out += text),
    err: (text) => (err += text),
    untilEnded: () => Promise.resolve(),
  });
  return { exitCode, out, err };
}

describe('nestjs-pix probe', () => {
  it('prints a report card and a draft in the chosen language', async () => {
    const portuguese = await probe('--env', env, '--lang', 'pt', '--read-only');
    expect(portuguese).toMatchObject({ exitCode: 0, err: '' });
    expect(portuguese.out).toContain('Formato dos erros');
    expect(portuguese.out).toContain('maxItensPorPagina: 100');
    const english = await probe('--env', env, '--lang', 'en', '--read-only');
    expect(english.out).toContain('Error format');
  });

  it('prints JSON', async () => {
    const { exitCode, out } = await probe('--env', env, '--json');
    expect(exitCode).toBe(0);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ environment: 'sandbox', readOnly: false, outcome: 'complete' });
    expect(report.facts).toContainEqual({ path: ['maxItensPorPagina'], value: 100 });
    expect(report.draft).toContain('definePixProvider');
    expect(Object.values(secrets).filter((secret) => out.includes(secret))).toEqual([]);
  });

  it('prints Markdown and writes the draft to a file', async () => {
    const draft = join(folder, 'draft.ts');
    const { exitCode, out } = await probe(
      '--env',
      env,
      '--markdown',
      '--draft',
      draft,
      '--read-only',
    );
    expect(exitCode).toBe(0);
    expect(out).toContain('```ts\nimport { definePixProvider');
    expect(await readFile(draft, 'utf8')).toContain("appKeyQuery: 'gw-dev-app-key'");
  });

  it('replaces a draft only with --force, and sends nothing before', async () => {
    const draft = join(folder, 'mine.ts');
    await writeFile(draft, 'mine');
    const { requests } = bank.control.stats;
    const args = ['--env', env, '--read-only', '--draft', draft];
    expect(await probe(...args)).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringMatching(
        /mine\.ts exists\. Choose another file with --draft, .* --force\./,
      ),
    });
    expect(await readFile(draft, 'utf8')).toBe('mine');
    expect(bank.control.stats.requests).toEqual(requests);
    expect(await probe(...args, '--force')).toMatchObject({ exitCode: 0 });
    expect(await readFile(draft, 'utf8')).toContain('definePixProvider');
  });

  it('refuses to write in production without --yes', async () => {
    const file = await writeEnv({ PIX_ENVIRONMENT: 'production' });
    const before = bank.control.stats.tokenRequests;
    const refused = await probe('--env', file);
    expect(refused).toMatchObject({ exitCode: 1, out: '' });
    expect(refused.err).toMatch(/this is production.*--read-only.*--yes.*PIX_ENVIRONMENT=sandbox/);
    expect(bank.control.stats.tokenRequests).toBe(before);
    expect(await probe('--env', file, '--read-only')).toMatchObject({ exitCode: 0 });
    expect(await probe('--env', file, '--yes')).toMatchObject({ exitCode: 0 });
  });

  it('takes the production of a known bank for production, whatever the variables say', async () => {
    const file = await writeEnv({ PIX_BASE_URL: 'https://api-pix.bb.com.br/pix/v2' });
    const { exitCode, out, err } = await probe('--env', file);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toContain('this is production');
  });

  it('exits with 2 without a connection, and with 3 without a token, after the report', async () => {
    const unreachable = await writeEnv({ PIX_BASE_URL: 'https://127.0.0.1:1/pix' });
    const connection = await probe('--env', unreachable, '--lang', 'en');
    expect(connection.exitCode).toBe(2);
    expect(connection.out).toContain('no connection');
    expect(connection.err).toContain('PIX_BASE_URL');
    const wrong = await writeEnv({ PIX_CLIENT_SECRET: 'another-secret' });
    const token = await probe('--env', wrong, '--lang', 'en');
    expect(token.exitCode).toBe(3);
    expect(token.out).toContain('no token request was accepted');
    expect(token.err).toContain('PIX_CLIENT_SECRET');
  });

  it.each<[Readonly<Record<string, string>>, RegExp]>([
    [
      { PIX_CERT: '/nowhere/client.pem' },
      /client\.pem .*does not exist: .* The variables are PIX_CERT, PIX_KEY/,
    ],
    [{ PIX_TOKEN_URL: '' }, /set PIX_TOKEN_URL/],
    [{ PIX_BASE_URL: '' }, /set PIX_BASE_URL and PIX_TOKEN_URL, or PIX_PROVIDER/],
    [{ PIX_CLIENT_ID: '' }, /set PIX_CLIENT_ID/],
    [{ PIX_BASE_URL: 'http://a.example' }, /PIX_BASE_URL must be an absolute https URL/],
  ])('exits with 1 and the solution for %j', async (variables, message) => {
    const { exitCode, out, err } = await probe('--env', await writeEnv(variables));
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(message);
  });

  it('names the option of a file that it cannot read or write', async () => {
    const missing = await probe('--env', join(folder, 'missing.env'));
    expect(missing).toMatchObject({ exitCode: 1 });
    expect(missing.err).toMatch(/cannot read .*missing\.env \(ENOENT\).*--env/);
    const draft = join(folder, 'none', 'draft.ts');
    const unwritable = await probe('--env', env, '--read-only', '--draft', draft);
    expect(unwritable.err).toMatch(/cannot write .*draft\.ts \(ENOENT\).*--draft/);
  });

  it('probes the simulator of a folder', async () => {
    const out = join(folder, 'certs');
    let [end, announce]: (() => void)[] = [];
    const ready = new Promise<void>((resolve) => (announce = resolve));
    const server = run(['simulator', '--port', '0', '--out', out, '--quirks', 'bb', '--json'], {
      out: () => announce!(),
      err: () => announce!(),
      untilEnded: () => new Promise((resolve) => (end = resolve)),
    });
    await ready;
    const file = join(folder, 'simulator.env');
    await writeFile(file, `PIX_PROVIDER=simulator\nPIX_SIMULATOR=${out}\n`);
    const { exitCode, out: text } = await probe('--env', file, '--read-only');
    end!();
    await server;
    expect(exitCode).toBe(0);
    expect(text).toContain("appKeyQuery: 'gw-dev-app-key'");
  });
});
