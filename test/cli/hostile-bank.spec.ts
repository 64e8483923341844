import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '../../devkit/cli/program.js';
import { ScriptedProvider } from '../support/scripted-provider.js';
import { AccountFiles } from './support/account-files.js';
import { runCommand, type CommandResult } from './support/run-command.js';

/** Title of the window, clear screen, a line of its own, CSI in one character, and text from right to left. */
const HOSTILE =
  'Ok\u001B]0;title\u0007\u001B[2J\r\nFAKE LINE\u009B31m\u001B[31mred\u202Etxt\u2028FAKE LINE';
/** What a terminal acts on. */
const ACTIVE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

let bank: ScriptedProvider;
let files: AccountFiles;
let env: string;
let control: Server;
let place: string;
/** How the control API answers with what is no JSON. */
let broken: 'text' | 'cut' | undefined;

beforeAll(async () => {
  bank = await ScriptedProvider.start();
  const options = bank.options();
  const moduleOptions = { ...options, clientId: 'client-1', clientSecret: 'secret-1' };
  const address = { url: `${bank.origin}/pix/v2`, tokenUrl: `${bank.origin}/oauth/token` };
  files = await AccountFiles.create({ ...address, moduleOptions } as never);
  env = await files.writeEnv({ PIX_WEBHOOK_SECRET: 'segredo-do-receptor-1234' });
  control = createServer((request, response) => {
    if (broken !== undefined) {
      // One byte more is announced than a connection that ends has sent.
      const length = Buffer.byteLength(HOSTILE) + (broken === 'cut' ? 1 : 0);
      response.writeHead(200, { 'content-length': length }).write(HOSTILE);
      setImmediate(() => (broken === 'cut' ? response.destroy() : response.end()));
      return;
    }
    const answer = controlAnswers[new URL(request.url ?? '', 'http://x').pathname];
    response.writeHead(answer ? 200 : 409, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { title: HOSTILE, detail: HOSTILE }));
  }).listen(0, '127.0.0.1');
  await once(control, 'listening');
  place = `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
});

afterAll(async () => {
  control.close();
  await bank.close();
  await files.remove();
});

const call = { id: 1, at: new Date().toISOString(), method: HOSTILE, path: `/${HOSTILE}` };
const attempt = { at: new Date().toISOString(), error: HOSTILE, duration: 1 };
const delivery = { id: 1, kind: HOSTILE, url: HOSTILE, state: HOSTILE, attempts: [attempt] };
const record = { kind: HOSTILE, id: HOSTILE, status: HOSTILE, valor: HOSTILE };

const controlAnswers: Readonly<Record<string, object | undefined>> = {
  '/simulator/requests': { requests: [{ ...call, status: HOSTILE, duration: 1 }] },
  '/simulator/deliveries': { deliveries: [delivery] },
  '/simulator/scenarios': { scenarios: [{ id: HOSTILE, title: HOSTILE }] },
  '/simulator/scenarios/one': {
    ...{ title: HOSTILE, events: [{ text: HOSTILE }], records: [record] },
    ...{ faults: [1], faultsUntil: HOSTILE },
  },
  '/simulator/pix': { txid: HOSTILE, endToEndId: HOSTILE, valor: HOSTILE },
};

const problem = {
  status: 400,
  body: {
    type: 'https://pix.bcb.gov.br/api/v2/error/WebhookOperacaoInvalida',
    title: HOSTILE,
    status: 400,
    detail: HOSTILE,
    violacoes: [{ razao: HOSTILE, propriedade: HOSTILE }],
  },
};

const now = new Date().toISOString();
const parametros = {
  ...{ inicio: now, fim: now },
  paginacao: {
    paginaAtual: 0,
    itensPorPagina: 100,
    quantidadeDePaginas: 1,
    quantidadeTotalDeItens: 1,
  },
};
const webhookUrl = 'https://loja.example.com/pix';
const webhooks = [{ chave: HOSTILE, webhookUrl: `${webhookUrl}/${HOSTILE}`, criacao: HOSTILE }];
const pix = [
  { endToEndId: HOSTILE, txid: HOSTILE, valor: '37.00', horario: HOSTILE, infoPagador: HOSTILE },
];
const list = { body: { parametros, webhooks, pix } };

function expectHarmless({ out, err }: CommandResult): void {
  for (const text of [out, err]) {
    expect(text).not.toMatch(ACTIVE);
    expect(text).not.toMatch(/^(?!.*Ok).*FAKE LINE/m);
  }
}

const account: readonly (readonly string[])[] = [
  ['webhook', 'list'],
  ['webhook', 'list', 'loja@example.com'],
  ['webhook', 'register', 'loja@example.com', webhookUrl],
  ['webhook', 'delete', 'loja@example.com'],
  ['reconcile', '--from', '2026-01-01'],
  ['doctor'],
];

describe('a bank that controls terminals', () => {
  it.each(account.map((args) => [args.join(' '), args] as const))(
    'does not reach them when it refuses %s',
    async (_name, args) => {
      bank.api = problem;
      const result = await runCommand([...args, '--env', env]);
      expect(result.exitCode).not.toBe(0);
      expectHarmless(result);
      if (args[0] !== 'doctor') expect(result.err).toContain('FAKE LINE');
    },
  );

  it.each(account.map((args) => [args.join(' '), args] as const))(
    'does not reach them when it refuses a token of %s',
    async (_name, args) => {
      const { token } = bank;
      bank.token = { status: 400, body: { error: HOSTILE, error_description: HOSTILE } };
      expectHarmless(await runCommand([...args, '--env', env]));
      bank.token = token;
    },
  );

  it.each([
    ['webhook', 'list'],
    ['reconcile', '--from', '2026-01-01', '--orders', '-'],
  ])('does not reach them by the records of %s %s', async (...args) => {
    bank.api = list;
    const setting = { stdin: 'a'.repeat(26) };
    const result = await runCommand([...args, '--env', env], setting);
    expectHarmless(result);
    expect(result.out).toContain('FAKE LINE');
    const json = await runCommand([...args, '--env', env, '--json'], setting);
    expectHarmless(json);
    expect(JSON.stringify(JSON.parse(json.out))).toContain(JSON.stringify(HOSTILE).slice(1, -1));
  });

  it.each([['logs'], ['trigger'], ['trigger', 'one'], ['pay', 'a'.repeat(26)]])(
    'does not reach them by the control API: %s',
    async (...args) => {
      const result = await runCommand([...args, '--bank', place]);
      expect(result.exitCode).toBe(0);
      expectHarmless(result);
      expect(result.out).toContain('FAKE LINE');
      const isLog = args[0] === 'logs';
      const json = await runCommand([...args, '--bank', place, isLog ? '--log=json' : '--json']);
      expectHarmless(json);
      const values = isLog ? json.out.trim().split('\n') : [json.out];
      for (const value of values) {
        expect(JSON.stringify(JSON.parse(value))).toContain(JSON.stringify(HOSTILE).slice(1, -1));
      }
    },
  );

  it('does not reach them by the reason why the control API refuses', async () => {
    const result = await runCommand(['trigger', 'another', '--bank', place]);
    expectHarmless(result);
    expect(result.err).toContain('FAKE LINE');
  });

  it.each([
    ['text', 'did not answer with JSON: is it the console of a simulated bank?'],
    ['cut', 'does not answer (ECONNRESET)'],
  ] as const)('does not reach them by an answer without JSON (%s)', async (how, message) => {
    broken = how;
    for (const args of [['logs'], ['trigger'], ['trigger', 'one'], ['pay']]) {
      const result = await runCommand([...args, '--bank', place]);
      expect(result).toMatchObject({ exitCode: 3, out: '', err: expect.stringContaining(message) });
      expectHarmless(result);
      expect(result.err).not.toContain('FAKE LINE');
    }
    broken = undefined;
  });

  it('does not reach them by an error that no command expects', async () => {
    let err = '';
    const console = {
      out: () => {
        throw new RangeError(HOSTILE);
      },
      err: (text: string) => (err += text),
      untilEnded: () => Promise.resolve(),
    };
    expect(await run(['trigger', '--bank', place], console, undefined, {})).toBe(1);
    expectHarmless({ exitCode: 1, out: '', err });
    expect(err).toMatch(/^RangeError: Ok.*FAKE LINE\n {4}at /);
  });

  it('has no colors of its own on a terminal', async () => {
    let out = '';
    const console = {
      out: (text: string) => (out += text),
      err: () => undefined,
      untilEnded: () => Promise.resolve(),
      terminal: { columns: 80, readKeys: () => undefined },
    };
    expect(await run(['logs', '--bank', place], console, undefined, {})).toBe(0);
    const [, line = '', delivered = ''] = out.split('\n').filter((one) => one !== '');
    for (const one of [line, delivered]) {
      // eslint-disable-next-line no-control-regex
      const uncolored = one.replace(/\u001B\[31m(Ok.*)\u001B\[39m/, '$1');
      expect(uncolored).not.toBe(one);
      expectHarmless({ exitCode: 0, out: uncolored, err: '' });
    }
  });
});
