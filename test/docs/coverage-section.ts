import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../support/compile.js';
import { operationTable } from './operation-table.js';
import { providerOperationTable, providerTable } from './provider-table.js';
import { replaceSection } from './sections.js';

export const README = join(ROOT, 'README.md');

/** The README as it is and as it should be. */
export async function readmes(): Promise<{ current: string; wanted: string }> {
  const current = await readFile(README, 'utf8');
  return { current, wanted: await withCoverage(current) };
}

/** A Markdown text with its section `coverage` written anew from the contract and the profiles. */
export async function withCoverage(markdown: string): Promise<string> {
  const content = [
    operationTable(),
    'Operations that one provider alone offers:',
    providerOperationTable(),
    'What else differs:',
    providerTable(),
  ].join('\n\n');
  const config = await resolveConfig(README);
  return format(replaceSection(markdown, 'coverage', content), { ...config, parser: 'markdown' });
}
