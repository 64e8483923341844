import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Evaluation, Status } from './evaluator.js';
import { output, readText, root } from './files.js';
import type { Mutant } from './mutants/mutant.js';

export interface StoredResult {
  /** The text of the file and the change. It identifies the same mutant in a later run. */
  key: string;
  place: string;
  original: string;
  replacement: string;
  status: Status;
  by?: string;
}

export const resultsFile = `${output}results.json`;

/** Results of earlier runs by key. The key changes with the text of the file. */
export class ResultStore {
  readonly #path: string;
  readonly #results = new Map<string, StoredResult>();
  readonly #added = new Map<string, StoredResult>();
  readonly #digests = new Map<string, string>();

  constructor(path = resultsFile) {
    this.#path = join(root, path);
    for (const result of this.#read()) this.#results.set(result.key, result);
  }

  find(mutant: Mutant): StoredResult | undefined {
    return this.#results.get(this.#key(mutant));
  }

  add({ mutant, status, by }: Evaluation): void {
    const key = this.#key(mutant);
    const { original, replacement } = mutant;
    const place = `${mutant.file}:${mutant.line}`;
    const result = { key, place, original, replacement, status, ...(by && { by }) };
    this.#results.set(key, result);
    this.#added.set(key, result);
  }

  /** Adds the results of this run to the file, which another run may have changed. */
  save(): void {
    const merged = new Map(this.#read().map((result) => [result.key, result]));
    for (const [key, result] of this.#added) merged.set(key, result);
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify([...merged.values()], null, 1));
  }

  #read(): StoredResult[] {
    if (!existsSync(this.#path)) return [];
    return JSON.parse(readFileSync(this.#path, 'utf8')) as StoredResult[];
  }

  #key({ file, start, end, replacement }: Mutant): string {
    let digest = this.#digests.get(file);
    if (digest === undefined) {
      digest = createHash('sha256').update(readText(file)).digest('hex').slice(0, 12);
      this.#digests.set(file, digest);
    }
    return `${file}#${digest}#${start}:${end}:${replacement}`;
  }
}
