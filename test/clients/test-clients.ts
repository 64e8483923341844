/**
 * Runs the published clients against the simulated bank of each: `npm run test:clients`, or `-- efi-sdk pypix-api` for
 * some. `PIX_CLIENTS` names the folder of those that are not on npm: docs/clients.md. `-- --write` writes the table of
 * that page, which needs every client.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { publishedClients, type PublishedClient } from './clients.js';
import { countPassed, findProblems, isInstalled, runJourney } from './journey.js';

const page = resolve(import.meta.dirname, '../../docs/clients.md');
const simulator = ['--import', './test/support/register-typescript.js', 'devkit/cli/main.ts'];
const installations = process.env.PIX_CLIENTS;
const today = new Date().toISOString().slice(0, 10);

/** Runs a client against each of its banks. @returns the rows of the table */
async function test(client: PublishedClient, folder: string): Promise<string[]> {
  const { name, language, package: published, repository, defects = {} } = client;
  const rows: string[] = [];
  for (const bank of client.banks) {
    try {
      const outcome = await runJourney(client, bank, simulator, folder, installations);
      const problems = findProblems(client, outcome);
      const passed = countPassed(outcome);
      console.log(`${name} ${outcome.version}, ${bank}: ${passed} calls`);
      problems.forEach(fail);
      const own = Object.entries(defects).map(([call, reason]) => `\`${call}\` ${reason}`);
      const cells = [`[${published}](${repository})`, outcome.version, language, `\`${bank}\``];
      rows.push(`| ${[...cells, today, passed, own.join('; ')].join(' | ')} |`);
    } catch (error) {
      fail(`${name}, ${bank}: ${(error as Error).message}`);
    }
  }
  return rows;
}

function fail(problem: string): void {
  console.error(`  ${problem}`);
  process.exitCode = 1;
}

async function writeTable(rows: readonly string[]): Promise<void> {
  const head = '| Client | Version | Language | Bank | Date | Passed | Defects of its own |';
  const table = [head, '| --- | --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
  const text = await readFile(page, 'utf8');
  const parts = /(?<=<!-- clients -->\n)[\s\S]*(?=<!-- \/clients -->)/;
  const written = await format(text.replace(parts, `\n${table}\n\n`), { parser: 'markdown' });
  await writeFile(page, written);
}

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean' } },
  allowPositionals: true,
});
const wanted = publishedClients.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
const missing = wanted.filter((client) => !isInstalled(client, installations));
const folder = await mkdtemp(join(tmpdir(), 'pix-clients-'));
try {
  const rows: string[] = [];
  for (const client of wanted) {
    if (!missing.includes(client)) rows.push(...(await test(client, folder)));
  }
  for (const { name, language, package: published, version } of missing) {
    console.log(
      `${name} left out: PIX_CLIENTS has no ${name} with ${published} ${version} (${language})`,
    );
  }
  if (missing.length > 0)
    console.log('docs/clients.md describes the folder that PIX_CLIENTS names.');
  if (values.write) {
    if (missing.length > 0 || positionals.length > 0) fail('The table needs every client.');
    else await writeTable(rows);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
