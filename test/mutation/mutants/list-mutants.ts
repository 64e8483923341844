import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { areas, type Area } from '../areas.js';
import { listSources, output, readText, root } from '../files.js';
import { findMutations } from './find-mutations.js';
import { instrument } from './instrument.js';
import type { Mutant } from './mutant.js';

export interface AreaMutants {
  area: Area;
  mutants: Mutant[];
}

/** Returns the mutants of all areas. Their ids depend only on the sources. */
export function listMutants(of: readonly Area[] = areas): AreaMutants[] {
  let id = 0;
  return of.map((area) => {
    const mutants = listSources(area).flatMap((file) => {
      const text = readText(file);
      return findMutations(file, text).map((mutation): Mutant => {
        id += 1;
        const line = text.slice(0, mutation.start).split('\n').length;
        const original = text.slice(mutation.start, mutation.end);
        return { ...mutation, id, file, line, original };
      });
    });
    return { area, mutants };
  });
}

/** Writes the sources with their mutants to the output folder. The workers load them from there. */
export function writeInstrumented(all: readonly AreaMutants[], to = output): void {
  const folder = join(root, to, 'code');
  rmSync(folder, { recursive: true, force: true });
  for (const { area, mutants } of all) {
    for (const file of listSources(area)) {
      const text = readText(file);
      const own = mutants.filter((mutant) => mutant.file === file);
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), instrument(text, own));
    }
  }
}
