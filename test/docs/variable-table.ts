import { meanings } from '../../devkit/cli/texts/variables.pt.js';
import type { PixVariable } from '../../lib/nest/index.js';
import { buildTable, code } from '../support/markdown.js';

const HEADS = { en: ['Variable', 'Contents'], pt: ['Variável', 'Conteúdo'] } as const;

/** Builds the table of environment variables. */
export function variableTable(
  variables: Readonly<Partial<Record<keyof typeof meanings, PixVariable>>>,
  language: keyof typeof HEADS = 'en',
): string {
  const rows = Object.entries(variables).map(([field, { name, variable }]) => [
    code(name),
    language === 'en' ? variable : meanings[field as keyof typeof meanings],
  ]);
  return buildTable(HEADS[language], rows);
}
