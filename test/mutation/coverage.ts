import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { list, output, readText, root } from './files.js';
import type { Collected } from './harness/protocol.js';
import { WorkerProcess } from './worker-process.js';

/** Which tests execute which mutants. */
export interface Coverage {
  files: Collected[];
  /** Mutants executed while modules are loaded. */
  loaded: Set<number>;
}

export interface CollectionOptions {
  workers: number;
  onFile: (result: Collected) => void;
  folder?: string;
}

/** Runs each spec file once without a mutant, unless a stored result is up to date. */
export async function collectCoverage(
  specs: readonly string[],
  { workers, onFile, folder = output }: CollectionOptions,
): Promise<Coverage> {
  const base = digest(sharedTexts());
  const files: Collected[] = [];
  const queue = [...specs];
  const work = async () => {
    const worker = new WorkerProcess(folder);
    for (let spec = queue.shift(); spec !== undefined; spec = queue.shift()) {
      const stored = join(root, folder, 'coverage', `${digest([base, spec, readText(spec)])}.json`);
      const result = readStored(stored) ?? (await collect(worker, spec, stored));
      files.push(result);
      onFile(result);
    }
    worker.stop();
  };
  await Promise.all(Array.from({ length: workers }, work));
  files.sort((a, b) => a.file.localeCompare(b.file));
  return { files, loaded: new Set(files.flatMap(({ loaded }) => loaded)) };
}

async function collect(worker: WorkerProcess, file: string, stored: string): Promise<Collected> {
  const first = await run(worker, file);
  if (passes(first)) return store(first, stored);
  // On a slow machine, tests that wait for the network can fail: they run a second time.
  worker.stop();
  const second = await run(worker, file);
  return passes(second) ? store(second, stored) : second;
}

async function run(worker: WorkerProcess, file: string): Promise<Collected> {
  const { result } = await worker.ask({ kind: 'collect', file }, 'collected');
  if (result.failure !== undefined) throw new Error(`${file}: ${result.failure}`);
  return result;
}

function passes({ tests }: Collected): boolean {
  return tests.every(({ failure }) => failure === undefined);
}

function store(result: Collected, path: string): Collected {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(result));
  return result;
}

function readStored(path: string): Collected | undefined {
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')) as Collected;
}

/** Returns the texts of all files that a test can depend on, except the spec files. */
function sharedTexts(): string[] {
  const helpers = ['test', 'sample-app/test'].flatMap((folder) =>
    list(folder, /\.ts$/).filter((path) => !path.endsWith('spec.ts')),
  );
  const sources = ['lib', 'sample-app/src'].flatMap((folder) => list(folder, /\.ts$/));
  const own = helpers.filter(
    (path) => !path.startsWith('test/mutation/') || /mutation\/(mutants|harness)\//.test(path),
  );
  return [...sources, ...own, 'package-lock.json'].flatMap((path) => [path, readText(path)]);
}

function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
}
