import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { probeTexts } from '../../../devkit/cli/texts/probe.en.js';
import { pixVariables } from '../../../lib/nest/index.js';
import { variableTable } from '../../docs/variable-table.js';
import type { Comparison } from '../../providers/compare-report.js';
import { ROOT } from '../../support/compile.js';
import { code, replaceSection, buildTable } from '../../support/markdown.js';

export const PAGE = join(ROOT, 'docs/probe.md');

/** Builds the table of what a tour of each simulated bank finds. */
export function rediscoveryTable(comparisons: ReadonlyMap<string, Comparison>): string {
  const rows = [...comparisons].map(([name, { rediscovered, missed, invisible }]) => [
    code(name),
    `${rediscovered.length} of ${rediscovered.length + missed.length}`,
    list(rediscovered),
    list(missed),
    list(invisible.map(([path]) => path)),
  ]);
  return buildTable(['Profile', 'Found', 'Facts found', 'Missed', 'Cannot be seen'], rows);
}

function list(paths: readonly string[]): string {
  return paths.map(code).join(', ');
}

function invisibleTable(comparisons: ReadonlyMap<string, Comparison>): string {
  const reasons = new Map([...comparisons.values()].flatMap(({ invisible }) => invisible));
  const rows = [...reasons].sort().map(([path, reason]) => [code(path), reason]);
  return buildTable(
    ['Fact of a profile', 'Why a tour of the simulated bank does not see it'],
    rows,
  );
}

function unseenTable(): string {
  return buildTable(
    ['Field', 'Why'],
    Object.entries(probeTexts.unseen).map(([field, reason]) => [code(field), reason]),
  );
}

/** Returns the page with new tables, and its current text. */
export async function buildPage(
  comparisons: ReadonlyMap<string, Comparison>,
): Promise<{ readonly current: string; readonly expected: string }> {
  const current = await readFile(PAGE, 'utf8');
  const sections = {
    'probe-variables': variableTable(pixVariables),
    'probe-unseen': unseenTable(),
    'probe-rediscovery': rediscoveryTable(comparisons),
    'probe-invisible': invisibleTable(comparisons),
  };
  let text = current;
  for (const [name, table] of Object.entries(sections)) text = replaceSection(text, name, table);
  const config = await resolveConfig(PAGE);
  return { current, expected: await format(text, { ...config, parser: 'markdown' }) };
}
