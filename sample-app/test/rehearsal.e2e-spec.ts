import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PixLedger } from 'nestjs-pix/ledger';
import { runCommand } from '../../test/cli/support/run-command.js';
import { perform } from '../rehearsal.js';
import { openShop } from './support/open-shop.js';
import type { Shop } from './support/start-shop.js';

const ACTIONS = [
  'order',
  'invoice',
  'subscription',
  'refund',
  'retry',
  'decide',
  'reconcile',
  'status',
];

const VARIABLES = ['PIX_TXID', 'PIX_E2EID', 'PIX_VALOR', 'PIX_DATA'];

/** What the test reads of `--json`. */
interface Report {
  readonly rehearsals: readonly {
    readonly observations: readonly { readonly check: string; readonly status: string }[];
  }[];
}

describe('nestjs-pix rehearse with the shop', () => {
  let shop: Shop;
  /** Does the actions in this process: starting Node for each of them takes longer than all rehearsals. */
  let commands: Server;
  let port: number;

  beforeAll(async () => {
    shop = await openShop();
    commands = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      const variables = { ...Object.fromEntries(searchParams), SHOP_URL: shop.url };
      perform(pathname.slice(1), variables).then(
        (text) => response.end(text),
        () => response.writeHead(500).end(),
      );
    }).listen(0, '127.0.0.1');
    await once(commands, 'listening');
    ({ port } = commands.address() as AddressInfo);
  });
  afterAll(async () => {
    commands.close();
    await shop.close();
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const rehearse = (...options: readonly string[]) => {
    const query = VARIABLES.map((name) => `${name}=$${name}`).join('&');
    return runCommand([
      'rehearse',
      ...ACTIONS.flatMap((action) => [
        `--${action}`,
        `curl -sf "http://127.0.0.1:${port}/${action}?${query}"`,
      ]),
      ...['--bank', shop.bank.consoleUrl!, ...options],
    ]);
  };

  it('has 13 of 13', async () => {
    const { exitCode, out, err } = await rehearse();
    expect(out).toContain('Score: 13 of 13\n');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  });

  it('has less with a defect: a decision that is not carried out, books that find nothing', async () => {
    const ledger = shop.app.get(PixLedger, { strict: false });
    jest.spyOn(ledger, 'resolve').mockResolvedValue({} as never);
    jest.spyOn(ledger, 'books').mockResolvedValue({ differences: [] } as never);
    const only = ['cob/paid-twice', 'webhook/lost', 'webhook/before-read'];
    const { exitCode, out } = await rehearse('--only', ...only, '--wait', '2', '--json');
    const report = JSON.parse(out) as Report;
    expect(exitCode).toBe(2);
    expect(report).toMatchObject({ passed: 1, failed: 2, skipped: 0, total: 3 });
    const failures = report.rehearsals.map(({ observations }) =>
      observations.filter(({ status }) => status === 'failed').map(({ check }) => check),
    );
    expect(failures).toEqual([['refunded'], ['asked', 'paid'], []]);
  });
});
