import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from './support/run-command.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-cobv-'));
});
afterAll(() => rm(folder, { recursive: true }));

const CHARGE = JSON.stringify({
  calendario: { dataDeVencimento: '2026-06-12', validadeAposVencimento: 3 },
  valor: {
    original: '1000.00',
    desconto: { modalidade: 1, descontoDataFixa: [{ data: '2026-06-05', valorPerc: '50.00' }] },
    juros: { modalidade: 1, valorPerc: '1.00' },
  },
});

const options = '--original 1000.00 --vencimento 2026-06-12 --validade 3'.split(' ');
const parts = '--desconto 1:2026-06-05=50.00 --juros 1:1.00'.split(' ');
const period = ['--from', '2026-06-01', '--to', '2026-06-16'];

/** The words of each line. */
const read = (out: string) => out.split('\n').map((line) => line.trim().split(/\s{2,}/));

describe('nestjs-pix cobv', () => {
  it('prints a row for each period of days with the same amounts, from a file or options', async () => {
    const { exitCode, out } = await runCommand(['cobv', '-', ...period], { stdin: CHARGE });
    expect(exitCode).toBe(0);
    // Friday 12 June; the validity ends on Monday 15 June.
    expect(read(out)).toEqual([
      ['days', 'original', 'abatimento', 'desconto', 'multa', 'juros', 'total'],
      ['2026-06-01 – 2026-06-05', '1000.00', '0.00', '50.00', '0.00', '0.00', '950.00'],
      ['2026-06-06 – 2026-06-12', '1000.00', '0.00', '0.00', '0.00', '0.00', '1000.00'],
      ['2026-06-13', '1000.00', '0.00', '0.00', '0.00', '1.00', '1001.00'],
      ['2026-06-14', '1000.00', '0.00', '0.00', '0.00', '2.00', '1002.00'],
      ['2026-06-15', '1000.00', '0.00', '0.00', '0.00', '3.00', '1003.00'],
      ['2026-06-16', '1000.00', '0.00', '0.00', '0.00', '4.00', '1004.00', 'cannot be paid'],
      [''],
      ['Late after 2026-06-12; the last day of payment is 2026-06-15.'],
      [''],
    ]);
    const file = join(folder, 'charge.json');
    await writeFile(file, CHARGE);
    expect((await runCommand(['cobv', file, ...period])).out).toBe(out);
    expect((await runCommand(['cobv', ...options, ...parts, ...period])).out).toBe(out);
  });

  it('begins today, or at the due date of a charge that can be paid no longer', async () => {
    const { out } = await runCommand(['cobv', '--original', '1.00', '--vencimento', '2020-06-10']);
    expect(read(out)[1]).toMatchObject({ 0: '2020-06-10 – 2020-07-10' });
    const later = ['--original', '1.00', '--vencimento', '2099-06-10', '--to', '2099-06-10'];
    const refused = await runCommand(['cobv', ...later]);
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('3660 days') });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
    const now = today.format(new Date());
    const open = ['--original', '1.00', '--vencimento', now, '--to', now];
    expect(read((await runCommand(['cobv', ...open])).out)[1]?.[0]).toBe(now);
  });

  it('says that a charge falls to one cent', async () => {
    const args = ['--original', '10.00', '--vencimento', '2026-06-12', '--abatimento', '1:9.99'];
    const { out } = await runCommand(['cobv', ...args, '--lang', 'pt']);
    expect(out).toContain('A cobrança cai a R$ 0,01: sem allowOneCent, o cliente a recusa.');
  });

  it('prints the steps of the first day', async () => {
    const fine = ['--multa', '1:5.00', '--from', '2026-06-13'];
    const { out } = await runCommand(['cobv', ...options, ...fine, '--explain', '--lang', 'pt']);
    expect(read(out)[0]).toEqual(['2026-06-13']);
    expect(out).toContain('multa       0.00  k = 0, por 0 dias úteis\n');
    expect(out).toContain('anexo III, equação 13\n');
    expect(out).toContain('em disputa: O manual conta os dias da multa');
  });

  it('prints JSON, with the holidays of a municipality', async () => {
    const file = join(folder, 'days.txt');
    await writeFile(file, '2026-06-12\n');
    const municipio = ['--municipio', `3550308:${file}`];
    const args = ['cobv', ...options, ...municipio, '--from', '2026-06-12', '--json'];
    const days = JSON.parse((await runCommand(args)).out) as object[];
    expect(days[0]).toMatchObject({
      day: '2026-06-12',
      dueDay: '2026-06-15',
      lastDay: '2026-06-18',
      total: '1000.00',
      steps: [{ part: 'vencimento', calculation: expect.stringContaining('3550308') }, {}],
    });
    expect(days).toHaveLength(7);
  });

  it.each([
    [[], 'name a file, or set --original and --vencimento.'],
    [['-'], 'the charge must be a JSON object with calendario and valor.'],
    [['nowhere.json'], 'cannot read nowhere.json (ENOENT)'],
    [[...options, '--juros', '1.00'], '--juros must be such as 2:1.00.'],
    [[...options, '--juros', '9:1.00'], 'valor.juros.modalidade deve ser um inteiro de 1 a 8'],
    [[...options, '--from', 'today'], '--from and --to must be days'],
    [[...options, '--from', '2026-06-02', '--to', '2026-06-01'], '1 to 3660 days'],
    [[...options, '--municipio', '3550308'], '--municipio must be such as 3550308:days.txt.'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, out, err } = await runCommand(['cobv', ...args], { stdin: '{}' });
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toContain(message);
  });
});
