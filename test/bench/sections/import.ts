import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../../support/compile.js';
import { compare, type Variant } from '../compare.js';
import type { BenchSection } from './section.js';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../import-time.js', import.meta.url));

/** The optional peers that an entry of the package imports in addition to the required ones. */
const optionalPeers: Readonly<Record<string, readonly string[]>> = {
  './bullmq': ['bullmq'],
  './redis': ['ioredis'],
  './terminus': ['@nestjs/terminus'],
};

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { optional?: boolean }>>;
}

type System = 'import' | 'require';

/** Milliseconds of CPU that the last module takes, after the others, in a new process. */
async function time(system: System, modules: readonly string[]): Promise<[number]> {
  const { stdout } = await run(process.execPath, [script, system, ...modules], { cwd: ROOT });
  return [Number(stdout)];
}

async function listVariants(): Promise<Variant[]> {
  const { name, exports, peerDependencies, peerDependenciesMeta } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  ) as Manifest;
  const peers = Object.keys(peerDependencies)
    .filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
    .sort((one) => (one === 'reflect-metadata' ? -1 : 0)); // Nest needs it first
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
  const variant = (system: System, entry: string): Variant => ({
    name: `${system} ${entry.replace('.', name)}`,
    measure: () =>
      time(system, [
        [...peers, ...(optionalPeers[entry] ?? [])].join(','),
        entry.replace('.', name),
      ]),
  });
  return [
    { name: 'import its required peers', measure: () => time('import', ['', peers.join(',')]) },
    ...entries.map((entry) => variant('import', entry)),
    variant('require', '.'),
  ];
}

export const importSection: BenchSection = {
  id: 'import',
  title: 'Import',
  text: `CPU time that an entry of the package adds to the start of a process that has loaded its peers, in relation to loading the required peers: Nest, rxjs, axios, class-validator, class-transformer and reflect-metadata. Entries with an optional peer are loaded after it too. Each measurement is a new process.`,
  columns: [{ name: 'CPU, ms', digits: 0 }],
  rounds: 7,
  run: async (rounds) => [
    { title: 'Import', rows: await compare(await listVariants(), rounds, 1) },
  ],
};
