import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/compile.js';
import { checkExamples } from './check-examples.js';

// `npm run docs:examples`: whether every TypeScript example of the README compiles.

const { count, faults } = checkExamples(readFileSync(join(ROOT, 'README.md'), 'utf8'));
for (const { line, message } of faults) console.error(`README.md:${line}: ${message}`);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${count} examples of README.md compile.`);
