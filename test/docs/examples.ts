import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/compile.js';
import { checkExamples } from './check-examples.js';

// `npm run docs:examples`: checks that the TypeScript examples of README.md and docs/ compile.
// The code of the pages in Portuguese is that of the English ones (translations.spec.ts).

const names = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !/^(pt-BR|api)\//.test(name))
  .map((name) => join('docs', name));
const pages = ['README.md', ...names];

const results = checkExamples(...pages.map((name) => readFileSync(join(ROOT, name), 'utf8')));
for (const [index, { count, faults }] of results.entries()) {
  const name = pages[index]!;
  for (const { line, message } of faults) console.error(`${name}:${line}: ${message}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`${count} examples of ${name} compile.`);
}
