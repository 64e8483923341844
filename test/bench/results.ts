import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../support/compile.js';

/** What one variant costs. */
export interface Row {
  readonly name: string;
  /** Cost in relation to the first row of the group: the median over the rounds. */
  readonly ratio: number;
  /** The quartiles of the ratio. */
  readonly low: number;
  readonly high: number;
  /** The median of each column; `null` where it is not known. */
  readonly values: readonly (number | null)[];
}

/** Rows that are compared with the first one of them. */
export interface Group {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Where a section was measured. */
export interface Machine {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly system: string;
}

/** What a section measured. */
export interface SectionResult {
  readonly machine: Machine;
  readonly rounds: number;
  readonly groups: readonly Group[];
}

/** The results of all sections by their id. */
export type Results = Readonly<Record<string, SectionResult>>;

export const RESULTS = 'test/bench/results.json';

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    node: process.version,
    cpu: processors[0]?.model.trim() ?? 'unknown processor',
    cores: processors.length,
    system: `${platform()} ${arch()}`,
  };
}

/** Reads what the command measured last; there is nothing before its first run. */
export async function readResults(): Promise<Results> {
  try {
    return JSON.parse(await readFile(join(ROOT, RESULTS), 'utf8')) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Writes a file of the repository in its format. */
export async function writeFormatted(path: string, text: string): Promise<void> {
  await writeFile(join(ROOT, path), await toFormatted(path, text));
}

/** Returns a text in the format of the repository. */
export async function toFormatted(path: string, text: string): Promise<string> {
  const options = await resolveConfig(join(ROOT, path));
  return format(text, { ...options, filepath: path });
}
