import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RehearsalReport } from '../../devkit/cli/rehearse/rehearse.js';
import { resolveFiles, writeFiles } from '../../devkit/cli/simulator.files.js';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { runCommand } from './support/run-command.js';

const TXID = 'a'.repeat(26);

// sample-app/test/rehearsal.e2e-spec.ts rehearses a whole application.
describe('nestjs-pix rehearse', () => {
  let bank: PixSimulator;
  let folder: string;

  beforeAll(async () => {
    bank = await PixSimulator.start();
    folder = await mkdtemp(join(tmpdir(), 'pix-rehearse-'));
    await writeFiles(bank, resolveFiles(folder, bank), ['localhost']);
  });

  afterAll(async () => {
    await bank.close();
    await rm(folder, { recursive: true });
  });

  const rehearse = (order: string, ...options: readonly string[]) =>
    runCommand(['rehearse', '--bank', folder, '--order', order, '--wait', '0.5', ...options]);

  it('refuses an application that has registered no webhook', async () => {
    const { exitCode, err } = await rehearse('true');
    expect(exitCode).toBe(1);
    expect(err).toContain('has registered no webhook');
  });

  describe('with a webhook that nobody answers', () => {
    beforeAll(async () => {
      await bank.control.api.call('webhook.register', {
        params: { chave: 'loja@example.com' },
        body: { webhookUrl: 'https://127.0.0.1:9/pix' },
      });
    });

    it('says what was seen, and skips what lacks a command', async () => {
      const only = ['--only', 'cob/paid-twice', 'refund/partial'];
      const { exitCode, out } = await rehearse('echo nothing; echo here', ...only);
      expect(exitCode).toBe(2);
      expect(out).toBe(`✗ cob/paid-twice: delivers once, and gives the second Pix back
  ✗ the bank has the charge: the command printed "here"
- refund/partial: skipped, without --refund

Score: 0 of 2, 1 skipped
`);
    });

    it('shows why a command failed', async () => {
      const { out } = await rehearse('echo broken >&2; exit 3', '--only', 'cob/paid-twice');
      expect(out).toContain('the bank has the charge: the command failed (3): broken');
    });

    it.each([
      ['bank/down-for-an-hour', `${TXID}1`],
      ['webhook/before-read', `${TXID}2`],
    ])(
      'sees that nobody asks in %s, removes its faults, and sets the clock back',
      async (id, txid) => {
        await bank.control.api.call('cob.createWithTxid', {
          params: { txid },
          body: { chave: 'loja@example.com', valor: { original: '37.00' } },
        });
        const { exitCode, out } = await rehearse(
          `echo ${txid}`,
          ...['--only', id, '--status', 'echo unpaid', '--json'],
        );
        expect(exitCode).toBe(2);
        const [rehearsal] = (JSON.parse(out) as RehearsalReport).rehearsals;
        expect(rehearsal!.observations.map(({ check, status }) => [check, status])).toEqual([
          ['created', 'ok'],
          ['answeredLater', 'failed'],
          ['asked', 'failed'],
          ['paid', 'failed'],
        ]);
        expect(bank.control.faults.list()).toEqual([]);
        expect(Math.abs(bank.control.clock.now() - Date.now())).toBeLessThan(5_000);
      },
    );
  });

  it.each([
    ['en', ['--bank', '/nowhere'], 1, 'there is no simulated bank in /nowhere'],
    ['pt', ['--bank', '/nowhere'], 1, 'não há banco simulado em /nowhere'],
    [
      'en',
      ['--bank', 'http://127.0.0.1:9'],
      3,
      'http://127.0.0.1:9 does not answer (ECONNREFUSED)',
    ],
    [
      'en',
      ['--only', 'cob/free'],
      1,
      'there is no rehearsal cob/free. Choose with --only from cob/',
    ],
  ])('says in %s what is wrong with %j', async (language, options, code, message) => {
    const args = ['rehearse', '--order', 'true', '--lang', language, ...options];
    const { exitCode, err } = await runCommand(args);
    expect(exitCode).toBe(code);
    expect(err).toContain(message);
  });
});
