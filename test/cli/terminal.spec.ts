import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { run } from '../../devkit/cli/program.js';
import { createPixClient } from '../../lib/nest/index.js';
import type { PixClient } from '../../lib/resources/index.js';
import { until } from '../support/until.js';
import { runCommand } from './support/run-command.js';

const TXID = 'a'.repeat(26);
const GREEN_201 = '\u001B[32m201\u001B[39m';

/** A command that runs until it is ended, with or without a terminal. */
class Running {
  output = '';
  errors = '';
  readonly exitCode: Promise<number>;
  press: (key: string) => void = () => undefined;
  end: () => void = () => undefined;

  constructor(args: readonly string[], isTerminal = false, environment = {}) {
    const ended = new Promise<void>((resolve) => (this.end = resolve));
    const console = {
      out: (text: string) => (this.output += text),
      err: (text: string) => (this.errors += text),
      untilEnded: () => ended,
      ...(isTerminal && {
        terminal: {
          columns: 80,
          readKeys: (listener: (key: string) => void) => (this.press = listener),
        },
      }),
    };
    this.exitCode = run(args, console, undefined, environment);
  }

  /** Waits until the output or the errors have a text. */
  async shows(text: string | RegExp): Promise<void> {
    const all = () => this.output + this.errors;
    const isShown = () => (typeof text === 'string' ? all().includes(text) : text.test(all()));
    while (!isShown()) await sleep(20);
  }

  async stop(): Promise<void> {
    this.end();
    expect(await this.exitCode).toBe(0);
  }
}

describe('the terminal', () => {
  let folder: string;
  let bank: Running;
  let client: PixClient;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pix-terminal-'));
  });

  afterEach(async () => {
    await client.close();
    await bank.stop();
    await rm(folder, { recursive: true });
  });

  async function start(args: readonly string[], ...rest: [boolean?, object?]) {
    bank = new Running(['simulator', '--port', '0', '--out', folder, ...args], ...rest);
    await bank.shows(/\n/);
    client = await createPixClient({ provider: 'simulator', simulator: folder, log: false });
    return bank;
  }

  const charge = () =>
    client.cob.createWithTxid(TXID, { valor: { original: '37.00' }, chave: 'loja@example.com' });

  const command = (...args: readonly string[]) => runCommand([...args, '--bank', folder]);

  it('shows each call and delivery, without colors', async () => {
    await start([]);
    await charge();
    await bank.shows(/\d\d:\d\d:\d\d {2}PUT {5}\S*\/cob\/a{26} {2}201 {2}\d+ ms\n/);
    expect(bank.output).toMatch(/ {2}POST {4}\/oauth\/token {2}200 {2}\d+ ms\n/);
    expect(bank.output).not.toContain('\u001B');
    expect(bank.output).toContain('Ctrl+C stops it.');
  });

  it('has colors and keys on a terminal', async () => {
    await start([], true);
    expect(bank.output).toContain('p pays the latest charge, q stops the bank.');
    bank.press('p');
    await bank.shows('no charge can be paid');
    await charge();
    await bank.shows(GREEN_201);
    bank.press('p');
    await bank.shows(`R$ 37.00 paid: ${TXID}, E`);
  });

  it.each([
    ['localhost', 'http://localhost:'],
    ['0.0.0.0', '/console-token.html'],
  ])('opens the console at %s without a token in an argument', async (host, opened) => {
    const stub = join(folder, 'opened');
    for (const name of ['xdg-open', 'open']) {
      await writeFile(join(folder, name), `#!/bin/sh\necho "$1" > '${stub}'\n`, { mode: 0o755 });
    }
    const environment = { PATH: `${folder}:${process.env.PATH}` };
    await start(['--console-port', '0', '--console-host', host], true, environment);
    bank.press('o');
    await until(() => existsSync(stub) && readFileSync(stub, 'utf8').endsWith('\n'));
    const argument = readFileSync(stub, 'utf8').trim();
    expect(argument).toContain(opened);
    expect(argument).not.toContain('token=');
    if (!argument.endsWith('.html')) return;
    expect(statSync(argument).mode & 0o077).toBe(0);
    const [, address = ''] = /url=(.*token=.*?)"/.exec(readFileSync(argument, 'utf8')) ?? [];
    expect(bank.output).toContain(`Console   ${address}\n`);
  });

  it('speaks Portuguese, and has no colors with NO_COLOR', async () => {
    await start(['--lang', 'pt'], true, { NO_COLOR: '1' });
    expect(bank.output).toContain('O banco Pix simulado está pronto.');
    expect(bank.output).toContain('p paga a última cobrança, q encerra o banco.');
    const { err } = await command('pay', '--lang', 'pt');
    expect(err).toContain('nenhuma cobrança pode ser paga.');
    await charge();
    await bank.shows('  201  ');
    expect(bank.output).not.toContain('\u001B');
  });

  it('prints JSON for programs with --log json, in the order of the events', async () => {
    await start(['--json', '--log', 'json']);
    await charge();
    await bank.shows('"operation":"cob.createWithTxid"');
    const [ready, token, call] = bank.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(ready).toHaveProperty('controlUrl');
    expect(token).toMatchObject({ kind: 'call', operation: 'token', status: 200 });
    expect(call).toMatchObject({ kind: 'call', operation: 'cob.createWithTxid', status: 201 });
  });

  it('prints no log after --json alone', async () => {
    await start(['--json']);
    await charge();
    expect(bank.output.trim()).not.toContain('\n');
  });

  it('pays, triggers and logs beside a running bank', async () => {
    await start(['--log', 'none']);
    expect(await command('pay')).toMatchObject({
      exitCode: 2,
      err: 'error: no charge can be paid. Create one, or name one with --force.\n',
    });
    const { pixCopiaECola = '' } = await charge();
    expect(await command('pay', pixCopiaECola)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining(`R$ 37.00 paid: ${TXID}, E`),
    });
    expect(await command('pay')).toMatchObject({
      exitCode: 2,
      err: `error: no charge can be paid (${TXID}: CONCLUIDA). Create one, or name one with --force.\n`,
    });
    expect(await command('pay', TXID)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('the simulated bank refused: '),
    });
    const again = await command('pay', TXID, '--valor', '30.00', '--force', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ txid: TXID, valor: '30.00' });

    expect((await command('trigger')).out).toContain('\nwebhook/lost ');
    expect((await command('trigger')).out).toContain('finds a payment whose notification was lost');
    const { out: scenario } = await command('trigger', 'refund/partial', '--lang', 'pt');
    expect(scenario).toContain('\n  1. A loja cria uma cobrança imediata de R$ 100,00\n');
    const { out: inEnglish } = await command('trigger', 'cob/wrong-amount');
    expect(inEnglish).toMatch(/^does not deliver for another amount.*\n\n {2}cob /);
    expect(scenario).toMatch(/\n {2}devolucao {2}cenario2 {2}20\.00 {2}DEVOLVIDO\n/);
    const { out: expired } = await command('trigger', 'bank/certificate-expired');
    expect(expired).toBe('gives a client certificate that has expired; --json prints it\n\n');
    expect(await command('trigger', 'cob/free')).toMatchObject({ exitCode: 2 });
    const { out: down } = await command('trigger', 'bank/down-for-an-hour');
    expect(down).toMatch(/\n\nactive faults: 2, until \S+Z by the clock of the bank\n$/);
    expect(JSON.parse((await command('trigger', '--json')).out)).toHaveLength(14);

    const { out: log } = await command('logs', '--limit', '1');
    expect(log).toMatch(
      /^Times are those of Brasília\.\n\d\d:\d\d:\d\d {2}PUT {5}\S+ {2}201 {2}\d+ ms\n$/,
    );
    expect(await command('logs', '--limit', '0')).toMatchObject({ exitCode: 1 });
  });

  it('reports that the bank which it follows has ended', async () => {
    await start(['--log', 'none']);
    const follower = new Running(['logs', '--follow', '--bank', folder]);
    await charge();
    await follower.shows('/cob/');
    await client.close();
    await bank.stop();
    expect(await follower.exitCode).toBe(3);
    expect(follower.errors).toMatch(
      /^error: the simulated bank at https:\S+ does not answer \(\S+\)\./,
    );
  });

  it('reports that the bank which it follows refuses', async () => {
    await start(['--log', 'none']);
    const [, address = ''] = /Console {3}(\S+)/.exec(bank.output) ?? [];
    let refuses = false;
    const proxy = createServer((request, response) => {
      if (refuses && request.url !== '/simulator/events') {
        response.writeHead(409, { 'content-type': 'application/json' });
        response.end('{"detail":"not now"}');
        return;
      }
      const { host: _host, ...headers } = request.headers;
      get(address + String(request.url), { headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const follower = new Running(['logs', '--follow', '--bank', `http://127.0.0.1:${port}`]);
    await charge();
    await follower.shows('/cob/');
    refuses = true;
    await client.cob.get(TXID);
    expect(await follower.exitCode).toBe(2);
    expect(follower.errors).toBe('error: the simulated bank refused: not now\n');
    proxy.close();
    proxy.closeAllConnections();
  });

  it('follows a bank, with each attempt of a delivery', async () => {
    await start(['--log', 'none']);
    await charge();
    const follower = new Running(['logs', '--follow', '--bank', folder]);
    await follower.shows('/cob/');
    const [, address = ''] = /Console {3}(\S+)/.exec(bank.output) ?? [];
    const registration = await fetch(`${address}/simulator/webhooks/pix`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        url: 'https://127.0.0.1:9/pix?hmac=s3gredo',
        chave: 'loja@example.com',
      }),
    });
    expect(registration.ok).toBe(true);
    await command('pay', TXID);
    await follower.shows(
      /→ {7}pix https:\/\/127\.0\.0\.1:9\/pix\S* {2}ECONNREFUSED {2}\d+ ms {2}next attempt at \d\d:/,
    );
    await client.cob.get(TXID);
    await follower.shows(/GET {5}\S*\/cob\/a{26} {2}200/);
    expect(follower.output.match(/PUT {5}/g)).toHaveLength(1);
    expect(follower.output).not.toContain('s3gredo');
    await follower.stop();
  });
});
