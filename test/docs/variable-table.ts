import type { PixVariable } from '../../lib/nest/index.js';
import { buildTable, code } from '../support/markdown.js';

const HEADS = { en: ['Variable', 'Contents'], pt: ['Variável', 'Conteúdo'] } as const;

/** Builds the table of environment variables. */
export function variableTable(
  variables: Readonly<Record<string, PixVariable>>,
  language: keyof typeof HEADS = 'en',
): string {
  const rows = Object.values(variables).map(({ name, meaning }) => [code(name), meaning[language]]);
  return buildTable(HEADS[language], rows);
}
