import { formatRatio } from '../bench/report/page.js';
import { readResults } from '../bench/results.js';
import { buildTable } from '../support/markdown.js';

const { client } = await readResults();

/**
 * Returns the table of the measured clients from test/bench/results.json, without older versions of a package and without other options.
 *
 * @param header names of the three columns: client, CPU time, new connections
 * @param locale of the numbers
 */
export function speedTable(header: readonly string[], locale: 'en' | 'pt-BR'): string {
  const rows = client?.groups[0]?.rows ?? [];
  if (rows.length === 0) throw new Error('No client was measured: npm run bench -- client');
  const packages = new Set<string>();
  const cells = rows.flatMap(({ name, ratio, values: [, connections = null] }) => {
    const [packageName = name] = name.split(/[ ,]/);
    if (packages.has(packageName)) return [];
    packages.add(packageName);
    const text = locale === 'en' ? formatRatio(ratio) : formatRatio(ratio).replace('.', ',');
    return [[name, text, connections?.toLocaleString(locale) ?? '']];
  });
  return buildTable(header, cells);
}
