import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/compile.js';
import { checkBank, describeBank, readBank } from './check-bank.js';

// `npm run banks:check`: lists what is known of each bank by its age and sources, and fails for a fact without either.

const FOLDER = join(ROOT, 'lib/providers/facts');
const today = new Date().toISOString().slice(0, 10);

const banks = readdirSync(FOLDER).map((file) => {
  const facts = readBank(file, readFileSync(join(FOLDER, file), 'utf8'));
  return { facts, problems: checkBank(facts, today) };
});

for (const { facts } of banks) console.log(describeBank(facts, today).join('\n'));
const problems = banks.flatMap((bank) => bank.problems);
for (const problem of problems) console.error(problem);
console.log(
  `${String(banks.length)} banks, ${String(problems.length)} facts without source or date`,
);
if (problems.length > 0) process.exitCode = 1;
