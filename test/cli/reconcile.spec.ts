import 'reflect-metadata';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compareOrders, readOrders, readPeriod } from '../../devkit/cli/reconcile.js';
import { PixSimulator } from '../../devkit/simulator/public.js';
import type { Pix } from '../../lib/contract/index.js';
import { createPixClient } from '../../lib/nest/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';
import { AccountFiles } from './support/account-files.js';
import { runCommand } from './support/run-command.js';

const [PAID, UNPAID, WRONG, OTHER] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(30)) as [
  string,
  string,
  string,
  string,
];
const from = new Date(Date.now() - 3_600_000).toISOString();

let bank: PixSimulator;
let files: AccountFiles;
let env: string;

beforeAll(async () => {
  bank = await PixSimulator.start({ quirks: 'sicredi' });
  files = await AccountFiles.create(bank);
  env = await files.writeEnv();
  const pix = await createPixClient(bank.moduleOptions);
  for (const [txid, original] of [
    [PAID, '37.00'],
    [UNPAID, '10.00'],
    [WRONG, '20.00'],
    [OTHER, '5.00'],
  ] as const) {
    await pix.cob.createWithTxid(txid, { valor: { original }, chave: 'loja@example.com' });
    if (txid !== UNPAID) await bank.control.pay(txid);
  }
  await pix.close();
  // The period ends with the last whole second, which must contain the payments.
  await setTimeout(1_000);
});
afterAll(async () => {
  await bank.close();
  await files.remove();
});

async function reconcile(orders: string, ...more: string[]) {
  const args = ['reconcile', '--env', env, '--from', from, '--orders', '-', ...more];
  return runCommand(args, { stdin: orders });
}

describe('nestjs-pix reconcile', () => {
  it('compares every order and every received Pix, and exits with 2 for differences', async () => {
    const orders = `pedido;txid;valor\n1;${PAID};37,00\n2;${UNPAID};10,00\n3;${WRONG};21,00\n`;
    const { exitCode, out, err } = await reconcile(orders);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: '' });
    expect(out).toMatch(new RegExp(`paid +${PAID}  37\\.00  E`));
    expect(out).toMatch(new RegExp(`unpaid +${UNPAID}  0\\.00`));
    expect(out).toMatch(new RegExp(`wrong amount +${WRONG}  20\\.00  expected 21\\.00, E`));
    expect(out).toMatch(new RegExp(`no order +${OTHER}  5\\.00  E`));
    expect(out).toContain('Received: 62.00 (3 Pix)');
  });

  it('exits with 0 if everything matches', async () => {
    const orders = JSON.stringify([
      { txid: PAID, valor: '37.00' },
      { txid: WRONG, valor: '20.00' },
      { txid: OTHER, valor: '5.00' },
    ]);
    const { exitCode, out } = await reconcile(orders, '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      orders: [{ status: 'paid' }, { status: 'paid' }, { status: 'paid' }],
      unknown: [],
      totals: { count: 3, received: '62.00', refunded: '0.00' },
    });
  });

  it('never calls an order of a list without amounts paid', async () => {
    const { exitCode, out } = await reconcile(`${PAID}\n${WRONG}\n${OTHER}\n`);
    expect(exitCode).toBe(0);
    expect(out).toMatch(new RegExp(`received, amount not compared +${PAID}  37\\.00  E`));
    expect(out).not.toContain('paid');
  });

  it('refuses an order without amount before it asks the bank', async () => {
    const { exitCode, out, err } = await reconcile(`txid,valor\n${PAID},\n`);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toContain('row 1 of --orders: valor must be text such as 37.00');
  });

  it('prints the sums without orders', async () => {
    const { exitCode, out } = await runCommand([
      'reconcile',
      '--env',
      env,
      '--from',
      from,
      '--lang',
      'pt',
    ]);
    expect(exitCode).toBe(0);
    expect(out).toContain('Recebido: 62.00 (3 Pix)');
  });

  it('exits with 3 if the bank cannot be read, and prints no result', async () => {
    const broken = await files.writeEnv({ PIX_CLIENT_SECRET: 'outro' });
    const args = ['reconcile', '--env', broken, '--from', from];
    const { exitCode, out, err } = await runCommand(args);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
    expect(err).toMatch(/^error: .*401/s);
  });
});

describe('nestjs-pix reconcile at a bank whose list', () => {
  let scripted: ScriptedProvider;
  let list: (length: number) => object | undefined;

  beforeAll(async () => {
    scripted = await ScriptedProvider.start();
    scripted.api = ({ url }) => {
      const query = new URL(url, 'https://x').searchParams;
      const [inicio, fim] = ['inicio', 'fim'].map((name) => Date.parse(query.get(name)!));
      const paginacao = list(fim! - inicio!);
      return paginacao === undefined
        ? { status: 422, body: { title: 'Período longo', status: 422 } }
        : { body: { parametros: { paginacao }, pix: [received(PAID, '37.00')] } };
    };
  });
  afterAll(() => scripted.close());

  async function run() {
    const { cert, key } = scripted.client;
    const env = await files.writeEnv({
      PIX_BASE_URL: `${scripted.origin}/pix/v2`,
      PIX_TOKEN_URL: `${scripted.origin}/oauth/token`,
      PIX_CERT: await files.write('scripted.pem', cert),
      PIX_KEY: await files.write('scripted.key', key),
      PIX_CA: await files.write('scripted-ca.pem', scripted.ca),
    });
    const args = ['reconcile', '--env', env, '--from', '2026-01-01', '--to', '2026-01-20'];
    return runCommand([...args, '--orders', '-'], { stdin: `txid,valor\n${PAID},37.00` });
  }

  it('is shorter than it states: reports nothing and exits with 3', async () => {
    list = () => ({ quantidadeDePaginas: 1, quantidadeTotalDeItens: 2 });
    const { exitCode, out, err } = await run();
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: '' });
    expect(err).toContain('1 of the 2 items');
  });

  it('may cover only seven days: reads the parts, and counts a Pix of two parts once', async () => {
    list = (length) =>
      length > 7 * 86_400_000 ? undefined : { quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 };
    const { exitCode, out } = await run();
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: expect.stringContaining('Received: 37.00 (1 Pix)'),
    });
  });
});

function received(txid: string | undefined, valor: string, more: Partial<Pix> = {}): Pix {
  const endToEndId = 'E12345678202611221200abcdefghijk';
  return { endToEndId, valor, horario: '2026-11-22T12:00:00Z', ...(txid && { txid }), ...more };
}

const refund = (valor: string, status: string) => ({
  id: 'd1',
  rtrId: 'D1',
  valor,
  horario: {},
  status,
});

describe('the status of an order', () => {
  it.each<[string, Pix[], string]>([
    ['two Pix', [received('t1', '37.00'), received('t1', '37.00')], 'duplicate'],
    ['another amount', [received('t1', '36.99')], 'wrong-amount'],
    [
      'a settled refund',
      [received('t1', '37.00', { devolucoes: [refund('37.00', 'DEVOLVIDO')] })],
      'refunded',
    ],
    [
      'a partial refund',
      [received('t1', '37.00', { devolucoes: [refund('7.00', 'DEVOLVIDO')] })],
      'paid',
    ],
    [
      'a failed refund',
      [received('t1', '37.00', { devolucoes: [refund('37.00', 'NAO_REALIZADO')] })],
      'paid',
    ],
    [
      'interest',
      [received('t1', '38.11', { componentesValor: { original: { valor: '37.00' } } })],
      'paid',
    ],
    ['no Pix', [received('t2', '37.00'), received(undefined, '37.00')], 'unpaid'],
  ])('with %s', (_, pix, status) => {
    const { orders } = compareOrders([{ txid: 't1', valor: '37.00' }], pix);
    expect(orders).toEqual([expect.objectContaining({ txid: 't1', status })]);
  });
});

describe('the file of orders', () => {
  const read = (stdin: string) =>
    readOrders('-', {
      readAll: () => Promise.resolve(stdin),
      askSecret: () => Promise.resolve(''),
    });

  it.each<[string, object[]]>([
    ['t1\nt2\n', [{ txid: 't1' }, { txid: 't2' }]],
    ['\uFEFFtxid,valor\r\nt1,"1.234,56"\r\n', [{ txid: 't1', valor: '1234.56' }]],
    ['Valor;TxId\n37,00;t1', [{ txid: 't1', valor: '37.00' }]],
    ['["t1"]', [{ txid: 't1' }]],
    ['[{"txid":"t1","valor":"37"}]', [{ txid: 't1', valor: '37.00' }]],
    ['txid,amount,valor\nt1,99.00,37.00', [{ txid: 't1', valor: '37.00' }]],
    ['[{"txid":"t1","valor":"37.00","amount":"99.00"}]', [{ txid: 't1', valor: '37.00' }]],
  ])('is read: %j', async (text, orders) => {
    expect(await read(text)).toEqual(orders);
  });

  it.each([
    ['', /has no order/],
    ['txid,valor\nt1,37.0', /row 1 of --orders: valor/],
    ['txid,valor\nt1,1.234', /row 1 of --orders: valor/],
    ['[{"txid":"t1","valor":37}]', /row 1 of --orders: valor/],
    ['[123]', /row 1 of --orders: txid/],
    ['{"txid":"t1"}', /must be a list/],
    ['t1\nt-2', /row 2 of --orders: txid/],
    ['txid\nt1', /line 1 of --orders: the header has no column valor.*remove the header/],
    ['txid,total\nt1,37.00', /line 1 of --orders: the header has no column valor/],
    ['txid,amount\nt1,37.00', /line 1 of --orders: the header has no column valor/],
    ['txid,valor\nt1,37.00\nt2,', /row 2 of --orders: valor/],
    ['[{"txid":"t1","amount":"37.00"}]', /row 1 of --orders: valor/],
    ['["t1", {"txid":"t2"}]', /row 2 of --orders: valor/],
    ['t1\nt1', /contains the txid t1 twice/],
  ])('is refused: %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

describe('the period', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');

  it('consists of days of Brasília, and ends now at the latest', () => {
    expect(readPeriod('2026-11-01', '2026-11-02', now)).toEqual({
      inicio: '2026-11-01T03:00:00Z',
      fim: '2026-11-03T03:00:00Z',
    });
    expect(readPeriod('2026-11-01', '2026-11-22', now).fim).toBe('2026-11-22T12:00:00Z');
    expect(readPeriod('2026-11-21T00:00:00Z', undefined, now).fim).toBe('2026-11-22T12:00:00Z');
  });

  it.each([
    ['ontem', undefined, /--from must be a day/],
    ['2026-02-30', undefined, /--from must be a day/],
    ['2026-11-02', '2026-11-01', /--from must be before --to/],
    ['2026-12-01', undefined, /--from must be before/],
  ])('from %s to %s is refused', (first, last, message) => {
    expect(() => readPeriod(first, last, now)).toThrow(message);
  });
});
