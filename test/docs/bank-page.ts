import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationName, providerOperations } from '../../lib/contract/index.js';
import { listOfferedFeatures, pixProviders, type PixProvider } from '../../lib/providers/index.js';
import { findNewest } from '../../lib/providers/registry.js';
import { describeDisputes, readBank } from '../providers/check-bank.js';
import { ROOT } from '../support/compile.js';
import { code, buildTable } from '../support/markdown.js';
import { addressRows } from './interface-tables.js';
import { serviceMethod } from './operation-table.js';
import { listDifferences, describeVersions } from './provider-table.js';

/** The texts of the table of banks. */
const TABLE_TEXTS = {
  en: {
    header: ['Bank', 'Code', 'Sandbox', 'Pix Automático', 'Own operations'],
    yes: 'yes',
    noSandbox: 'no sandbox',
    noSource: 'no source',
    certificate: 'certificate',
    noCertificate: 'no certificate',
  },
  pt: {
    header: ['Banco', 'Código', 'Sandbox', 'Pix Automático', 'Operações próprias'],
    yes: 'sim',
    noSandbox: 'sem sandbox',
    noSource: 'sem fonte',
    certificate: 'com certificado',
    noCertificate: 'sem certificado',
  },
};

type TableTexts = (typeof TABLE_TEXTS)['en'];

/** Returns the table of all banks with a profile. */
export function bankTable(language: keyof typeof TABLE_TEXTS): string {
  const texts = TABLE_TEXTS[language];
  const rows = Object.values<PixProvider>(pixProviders).map((provider) => [
    `[${provider.name}](${provider.name}.md)`,
    provider.code,
    provider.sandbox ? certificateInSandbox(provider, texts) : texts.noSandbox,
    listOfferedFeatures(provider).length === 0 ? texts.noSource : texts.yes,
    ownOperations(provider).length === 0 ? '' : texts.yes,
  ]);
  return buildTable(texts.header, rows);
}

/** Returns what the profile of a bank states: addresses, and one row for each other fact. */
export function bankFacts(provider: PixProvider): string {
  const { production, sandbox } = provider;
  const addresses = [
    ...addressRows('', 'production', production),
    ...(sandbox ? addressRows('', 'sandbox', sandbox) : []),
  ].map(([, ...cells]) => cells);
  const facts = FACTS.flatMap(([label, read]) => {
    const text = read(provider);
    return text === '' ? [] : [[label, text]];
  });
  return [
    buildTable(['Environment', 'Families', 'Base address', 'Token endpoint'], addresses),
    buildTable(['Fact', 'Value'], facts),
  ].join('\n\n');
}

/** Returns the numbered sources of a bank, and which of them state each fact. */
export function bankSources({ name }: PixProvider): string {
  const path = join(ROOT, `lib/providers/facts/${name}.json`);
  const bank = readBank(name, readFileSync(path, 'utf8'));
  const { sources, from, confirmed = {} } = bank;
  const numbered = Object.keys(sources);
  const toNumbers = (names: string) =>
    names
      .split(' ')
      .map((source) => numbered.indexOf(source) + 1)
      .join(', ');
  const rows = Object.entries(from).map(([fact, names]) => [
    code(fact),
    toNumbers(names),
    findNewest(bank, fact),
    confirmed[fact] ?? 'no',
    describeDisputes(bank, fact, toNumbers).join('; '),
  ]);
  return [
    numbered
      .map(
        (source, index) => `${index + 1}. ${toLink(sources[source]!.at)}, ${sources[source]!.read}`,
      )
      .join('\n'),
    buildTable(['Fact', 'Sources', 'Newest', 'Confirmed by a probe', 'Alternative'], rows),
  ].join('\n\n');
}

/** Turns an address at the start of a source into a link. */
function toLink(source: string): string {
  return source.replace(/^https:\/\/[^\s,]+/, '<$&>');
}

function certificateInSandbox(
  { sandbox, mutualTls = false }: PixProvider,
  { certificate, noCertificate }: TableTexts,
): string {
  if (sandbox?.mode === 'fixed-token') return `${code('sandboxToken')}, ${noCertificate}`;
  return (sandbox?.mutualTls ?? mutualTls)
    ? `OAuth 2.0, ${certificate}`
    : `OAuth 2.0, ${noCertificate}`;
}

function ownOperations({ name }: PixProvider) {
  return providerOperations.filter(({ providers = [] }) => providers.includes(name));
}

const joinCodes = (names: readonly string[] = []) => names.map(code).join(', ');

/** The rows of the table of facts. A row without text is left out. */
const FACTS: readonly (readonly [label: string, read: (provider: PixProvider) => string])[] = [
  ['COMPE code', ({ code: compe }) => compe],
  [
    'Client authentication',
    ({ clientAuth = 'basic', server }) => {
      if (server?.token?.noSecret === true) return 'identifier in the body, no secret';
      return clientAuth === 'basic' ? 'HTTP Basic' : 'identifier and secret in the body';
    },
  ],
  [
    'Token request',
    ({ token = {} }) =>
      [
        token.encoding === 'json' ? 'JSON' : 'form',
        token.sendScope === false ? 'without scope' : 'with scope',
        ...Object.entries(token.query ?? {}).map(
          ([name, value]) => `query ${code(`${name}=${value}`)}`,
        ),
      ].join(', '),
  ],
  [
    'Scopes by default',
    ({ scopes, token }) => (token?.sendScope === false ? '' : joinCodes(scopes)),
  ],
  [
    "Scopes of `features: ['pix-automatico']`",
    ({ features, token }) =>
      token?.sendScope === false ? '' : joinCodes(features?.['pix-automatico']),
  ],
  ['Scope groups', ({ scopeGroups }) => joinCodes(Object.keys(scopeGroups ?? {}))],
  [
    'Sandbox',
    (provider) => (provider.sandbox ? certificateInSandbox(provider, TABLE_TEXTS.en) : ''),
  ],
  ['Version before the path', describeVersions],
  ['Not offered', ({ unsupported }) => joinCodes(Object.keys(unsupported ?? {}))],
  ['Differences', (provider) => listDifferences(provider).join('; ')],
  [
    'Own operations',
    (provider) =>
      ownOperations(provider)
        .map((operation) => `${code(serviceMethod(operation))} (${operationName(operation)})`)
        .join(', '),
  ],
  ['Only in the sandbox', ({ sandboxOnly }) => joinCodes(sandboxOnly)],
  ['Only in production', ({ productionOnly }) => joinCodes(productionOnly)],
  [
    'Rate limits per minute',
    ({ rateLimits, sandbox }) =>
      rateLimits === undefined
        ? ''
        : [
            `${rateLimits.tokensPerMinute} token requests, ${rateLimits.callsPerMinute} calls`,
            ...(sandbox?.rateLimits ? [`sandbox ${sandbox.rateLimits.callsPerMinute} calls`] : []),
          ].join('; '),
  ],
  ['Header with the id of a call', ({ correlationHeaders }) => joinCodes(correlationHeaders)],
  [
    'Success statuses',
    ({ server }) =>
      Object.entries(server?.statuses ?? {})
        .map(([name, status]) => `${code(name)}: ${status}`)
        .join(', '),
  ],
  [
    'Errors',
    ({ server }) => {
      const { format, families = {}, statuses = {}, longPeriod } = server?.errors ?? {};
      const byFamily = Object.entries(families).map(
        ([family, shape]) => `${code(family)} ${shape}`,
      );
      const byStatus = Object.entries(statuses).map(([status, shape]) => `${status} ${shape}`);
      const byPeriod =
        longPeriod === undefined ? [] : [`${longPeriod} for a period that is too long`];
      const shapes = [...(format === undefined ? [] : [format]), ...byFamily, ...byStatus];
      return [...shapes, ...byPeriod].join(', ');
    },
  ],
];
