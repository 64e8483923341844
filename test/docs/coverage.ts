import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { README, readmes } from './coverage-section.js';

// `npm run docs:coverage [-- --check]`: writes the README's coverage tables, or says whether they are stale.

const { current, wanted } = await readmes();
if (current === wanted) {
  console.log('The coverage tables of README.md are up to date.');
} else if (process.argv.includes('--check')) {
  console.error('The coverage tables of README.md are stale: npm run docs:coverage');
  process.exitCode = 1;
} else {
  await writeFile(README, wanted);
  console.log('The coverage tables of README.md were written.');
}
