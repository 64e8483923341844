import type { PixVariable } from '../../lib/nest/index.js';
import { buildTable, code } from '../support/markdown.js';

/** Builds the table of environment variables. */
export function variableTable(variables: Readonly<Record<string, PixVariable>>): string {
  const rows = Object.values(variables).map(({ name, meaning }) => [code(name), meaning.en]);
  return buildTable(['Variable', 'Contents'], rows);
}
