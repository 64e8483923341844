import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { readDocuments } from './coverage-section.js';

// `npm run docs:coverage [-- --check]`: writes the generated tables of the READMEs and of docs/, or reports outdated ones.

for (const { path, current, expected } of await readDocuments()) {
  if (current === expected) {
    console.log(`The tables of ${path} are up to date.`);
  } else if (process.argv.includes('--check')) {
    console.error(`The tables of ${path} are stale: npm run docs:coverage`);
    process.exitCode = 1;
  } else {
    await writeFile(path, expected);
    console.log(`The tables of ${path} were written.`);
  }
}
