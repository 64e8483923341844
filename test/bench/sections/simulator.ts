import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '../../support/certificates.js';
import { compare } from '../compare.js';
import type { Row } from '../results.js';
import { startSimulator, type SimulatorProcess } from '../simulator-load.js';
import { startServer } from '../transport-load.js';
import type { BenchSection } from './section.js';

/** Charges per measurement. */
const CHARGES = 10_000;
const STORED = 100_000;
/** Rounds until the code is compiled. */
const WARM_UPS = 2;

/** Charges of the largest state, and how many of them have another payer. */
const MANY = 1_000_000;
const OTHERS = 10_000;
const other = { cnpj: '11222333000181' };
/** Charges of a page, and pages per measurement. */
const PAGE = 100;
const PAGES = 20;

async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compareCreations(folder: string, rounds: number): Promise<Row[]> {
  const authority = await TestAuthority.create();
  const server = await startServer(authority, await authority.issueClient());
  const [empty, full] = [await startSimulator(), await startSimulator()];
  const stored = await startSimulator(folder);
  const simulators = [empty, full, stored];
  try {
    await full.create(STORED);
    const before = await Promise.all(simulators.map(({ memory }) => memory()));
    const create = (simulator: SimulatorProcess) => async () => [await simulator.create(CHARGES)];
    const variants = [
      { name: 'node:https, fixed answer', measure: async () => [await server.load(CHARGES)] },
      { name: 'nestjs-pix, few charges', measure: create(empty) },
      {
        name: `nestjs-pix, more than ${STORED.toLocaleString('en')} charges`,
        measure: create(full),
      },
      { name: 'nestjs-pix, with stateDir', measure: create(stored) },
    ];
    const rows = await compare(variants, rounds, WARM_UPS);
    const after = await Promise.all(simulators.map(({ memory }) => memory()));
    const created = CHARGES * (rounds + WARM_UPS);
    return rows.map((row, index) => {
      const bytes = ((after[index - 1] ?? NaN) - (before[index - 1] ?? NaN)) / created;
      return { ...row, values: [...row.values, Number.isNaN(bytes) ? null : bytes] };
    });
  } finally {
    for (const { stop } of [server, ...simulators]) await stop();
  }
}

export const simulatorSection: BenchSection = {
  id: 'simulator',
  title: 'Simulated provider',
  text: `CPU time of the simulated provider per \`PUT /cob/{txid}\` over kept-alive mutual TLS, in relation to a \`node:https\` server that answers every request with the same text. The simulator checks the token and the body, creates the charge and its BR Code, and keeps it in memory; with \`stateDir\` it also writes it to a file. 4,000 charges a second are 250 µs. \`npx nestjs-pix simulator\` and \`PixSimulator.start()\` run the same code.`,
  columns: [
    { name: 'CPU, µs', digits: 0 },
    { name: 'memory per charge, bytes', digits: 0 },
  ],
  rounds: 7,
  run: (rounds) =>
    withFolder(async (folder) => [
      { title: 'Simulated provider', rows: await compareCreations(folder, rounds) },
    ]),
};

async function compareLists(folder: string, rounds: number): Promise<Row[]> {
  const start = new Date(Date.now() - 1000).toISOString();
  const first = await startSimulator(folder);
  await first.create(OTHERS / 2, other);
  await first.create(MANY - OTHERS);
  await first.create(OTHERS / 2, other);
  await first.stop();
  const began = performance.now();
  const simulator = await startSimulator(folder);
  const restart = performance.now() - began;
  try {
    const list = (filter: string, page: number) => () => {
      const period = `inicio=${start}&fim=${new Date().toISOString()}`;
      const paging = `paginacao.itensPorPagina=${PAGE}&paginacao.paginaAtual=${page}`;
      return simulator.list(`?${period}&${paging}${filter}`, PAGES).then((time) => [time]);
    };
    const { cnpj } = other;
    const variants = [
      { name: 'first page of a period', measure: list('', 0) },
      { name: 'last page of a period', measure: list('', MANY / PAGE - 1) },
      { name: 'first page of a status', measure: list('&status=ATIVA', 0) },
      { name: 'first page of a payer', measure: list(`&cnpj=${cnpj}`, 0) },
      { name: 'last page of a payer', measure: list(`&cnpj=${cnpj}`, OTHERS / PAGE - 1) },
      {
        name: 'first page of a payer in a status',
        measure: list(`&cnpj=${cnpj}&status=ATIVA`, 0),
      },
    ];
    const rows = await compare(variants, rounds, 1);
    const ratio = restart / (rows[0]?.values[0] ?? NaN);
    return [...rows, { name: 'restart', ratio, low: ratio, high: ratio, values: [restart] }];
  } finally {
    await simulator.stop();
  }
}

export const manyChargesSection: BenchSection = {
  id: 'charges',
  title: 'Simulated provider with many charges',
  text: `Time until the answer to a page of ${PAGE} charges, one page after another over a kept connection, in relation to the first page of a period, in a simulated provider with \`stateDir\` and ${MANY.toLocaleString('en')} charges, ${OTHERS.toLocaleString('en')} of them of the payer. The restart reads them all and builds every index when it is first used.`,
  columns: [{ name: 'time, ms', digits: 1 }],
  rounds: 7,
  run: (rounds) =>
    withFolder(async (folder) => [
      { title: `${MANY.toLocaleString('en')} charges`, rows: await compareLists(folder, rounds) },
    ]),
};
