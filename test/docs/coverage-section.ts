import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { pixFamilies } from '../../lib/contract/index.js';
import { pixClientVariables, pixVariables, pixWebhookVariables } from '../../lib/nest/index.js';
import { type PixProvider, pixProviders } from '../../lib/providers/index.js';
import { ROOT } from '../support/compile.js';
import { replaceSection } from '../support/markdown.js';
import { bankFacts, bankSources, bankTable } from './bank-page.js';
import { bankSteps } from './bank-steps.js';
import { bodyTable, filterTable, listBodyTables } from './field-tables.js';
import { addressTable, familyTable, providerOnlyTable } from './interface-tables.js';
import { layerTable } from './layers.js';
import { metricTable } from './metric-table.js';
import { operationTable } from './operation-table.js';
import { outcomeRows, settlementRows } from './outcome-tables.js';
import { providerOperationTable, providerTable } from './provider-table.js';
import { speedTable } from './speed-table.js';
import { variableTable } from './variable-table.js';

/** The tables of operations: one for each family, and the look-ups behind locations. */
const TABLES = [...pixFamilies, 'payload'];

/** The sections of docs/interface.md. */
const interfaceSections: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    TABLES.map((family) => [`operations-${family}`, () => familyTable(family)]),
  ),
  ...Object.fromEntries(listBodyTables().map((name) => [`body-${name}`, () => bodyTable(name)])),
  'provider-operations': providerOnlyTable,
  filters: filterTable,
  addresses: addressTable,
  providers: () => providerTable('banks/'),
};

/** The generated sections by document. */
const documents: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': {
    speed: () =>
      speedTable(['Client', 'CPU time of a call', 'New connections for 1,000 calls'], 'en'),
  },
  'README.pt-BR.md': {
    speed: () =>
      speedTable(['Cliente', 'CPU por chamada', 'Conexões novas em 1.000 chamadas'], 'pt-BR'),
  },
  'docs/architecture.md': { layers: layerTable },
  'docs/coverage.md': {
    operations: operationTable,
    'provider-operations': providerOperationTable,
    providers: () => providerTable('banks/'),
  },
  'docs/interface.md': interfaceSections,
  'docs/outcomes.md': { outcomes: outcomeRows, settlements: settlementRows },
  'docs/configuration.md': {
    'account-variables': () => variableTable(pixVariables),
    'client-variables': () => variableTable(pixClientVariables),
    'webhook-variables': () => variableTable(pixWebhookVariables),
  },
  'docs/pt-BR/configuration.md': {
    'account-variables': () => variableTable(pixVariables, 'pt'),
    'client-variables': () => variableTable(pixClientVariables, 'pt'),
    'webhook-variables': () => variableTable(pixWebhookVariables, 'pt'),
  },
  'docs/observability.md': { metrics: metricTable },
  'docs/banks/index.md': { banks: () => bankTable('en') },
  'docs/pt-BR/banks/index.md': { banks: () => bankTable('pt') },
  ...Object.fromEntries(
    Object.values<PixProvider>(pixProviders).flatMap((provider) => [
      [
        `docs/banks/${provider.name}.md`,
        {
          steps: () => bankSteps(provider, 'en'),
          facts: () => bankFacts(provider),
          sources: () => bankSources(provider),
        },
      ],
      [`docs/pt-BR/banks/${provider.name}.md`, { steps: () => bankSteps(provider, 'pt') }],
    ]),
  ),
};

/** A document with its current text and its generated text. */
export interface GeneratedDocument {
  readonly path: string;
  readonly current: string;
  readonly expected: string;
}

export function readDocuments(): Promise<GeneratedDocument[]> {
  return Promise.all(
    Object.keys(documents).map(async (name) => {
      const path = join(ROOT, name);
      const current = await readFile(path, 'utf8');
      return { path, current, expected: await withSections(name, current) };
    }),
  );
}

/** Returns a Markdown text with new generated sections. */
export async function withSections(name: string, markdown: string): Promise<string> {
  let text = markdown;
  for (const [section, build] of Object.entries(documents[name] ?? {})) {
    text = replaceSection(text, section, build());
  }
  const config = await resolveConfig(join(ROOT, name));
  return format(text, { ...config, parser: 'markdown' });
}
