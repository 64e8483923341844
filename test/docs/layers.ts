/**
 * What may import what: the one table, which import-graph.spec.ts checks for every import, those of types too, and
 * `npm run docs:coverage` writes into docs/architecture.md.
 */

/** The rooms of lib/ and devkit/ by path, and the rooms that each may import in addition to itself. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  'lib/errors': [],
  'lib/options': ['errors'],
  'lib/runtime': [],
  'lib/observe': ['options', 'errors', 'runtime'],
  'lib/values': ['errors'],
  'lib/contract': ['options', 'errors', 'values'],
  'lib/providers': ['contract', 'options', 'errors', 'runtime'],
  'lib/brcode': ['values', 'errors'],
  'lib/transport': ['options', 'errors', 'runtime'],
  'lib/payload': ['transport', 'contract', 'options', 'errors', 'runtime'],
  'lib/limits': ['providers', 'options', 'errors', 'runtime'],
  'lib/auth': ['limits', 'transport', 'observe', 'providers', 'options', 'errors', 'runtime'],
  'lib/client': [
    'auth',
    'limits',
    'transport',
    'observe',
    'providers',
    'contract',
    'values',
    'options',
    'errors',
    'runtime',
  ],
  'lib/resources': ['client', 'transport', 'providers', 'contract', 'errors'],
  'lib/receiver': ['transport', 'observe', 'contract', 'values', 'options', 'errors', 'runtime'],
  'lib/ledger': [
    'receiver',
    'resources',
    'client',
    'contract',
    'observe',
    'values',
    'options',
    'errors',
    'runtime',
  ],
  'lib/nest': [
    'resources',
    'payload',
    'receiver',
    'client',
    'auth',
    'limits',
    'transport',
    'observe',
    'providers',
    'contract',
    'options',
    'errors',
    'runtime',
  ],
  'lib/health': ['nest', 'ledger', 'resources', 'receiver', 'options', 'errors', 'runtime'],
  'lib/opentelemetry': ['nest', 'receiver', 'observe', 'options', 'errors', 'runtime'],
  'devkit/simulator': [],
  'devkit/testing': ['simulator'],
  'devkit/cli': ['simulator'],
};

/**
 * The floors of a room, lowest first. An entry imports those of lower floors and itself. What is not listed stands above
 * all floors.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'lib/receiver': [
    ['events.ts', 'stores'],
    ['dispatch'],
    ['provider', 'queue.ts'],
    ['authentication', 'bullmq', 'postgres', 'redis'],
    ['http'],
    ['nest'],
  ],
  'lib/contract': [
    ['path.ts', 'pix-family.ts'],
    ['operation.ts'],
    ['validation'],
    ['shared'],
    ['loc', 'pix', 'webhook'],
    ['cob', 'rec'],
    ['cobr', 'cobv'],
    ['banks', 'payload'],
  ],
  'devkit/simulator': [
    ['kernel'],
    ['families'],
    ['http', 'profiles'],
    ['faults'],
    ['hostile'],
    ['settings'],
    ['domain'],
    ['api', 'persistence'],
    ['control', 'payload-host'],
    ['control-api'],
    ['console'],
    ['composition'],
    ['nest'],
  ],
  'devkit/cli': [
    ['texts'],
    ['command.ts', 'connection.ts', 'pkcs12.ts', 'report.ts', 'webhook-address.ts'],
    ['running-bank.ts', 'live-log.ts'],
    ['account.ts'],
    ['with-account.ts'],
    ['doctor', 'probe'],
  ],
};

/** Returns the rows of the table in docs/architecture.md. */
export function layerTable(): string {
  const rows = Object.entries(rooms)
    .filter(([room]) => room.startsWith('lib/'))
    .map(([room, allowed]) => {
      const names = allowed.map((name) => `\`${name}\``).join(', ');
      return `| \`${room.slice('lib/'.length)}\` | ${names || 'nothing'} |`;
    });
  return ['| Folder | May import |', '|---|---|', ...rows].join('\n');
}

type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** Lists the imports that lead to a room that is not allowed, or past the index of another room. Packages import each other by name. */
export function findForbiddenImports(graph: Imports): string[] {
  return listImports(graph).flatMap(([from, to]) => {
    const source = findRoom(from);
    const target = findRoom(to);
    if (source === target || target === undefined) return [];
    // Tests import every file; the sample app imports packages by name.
    if (source === undefined) return /^(sample|examples)/.test(from) ? [`${from} -> ${to}`] : [];
    const [area] = source.split('/');
    const isAllowed = rooms[source]?.some((name) => `${area}/${name}` === target);
    if (!isAllowed || !/\/(index|public|version)\.ts$/.test(to)) return [`${from} -> ${to}`];
    return [];
  });
}

/** Lists the imports that lead to the same or a higher floor of their room. */
export function findUpwardImports(graph: Imports): string[] {
  return listImports(graph)
    .filter(([from, to]) => {
      const room = findRoom(from);
      const levels = room === undefined ? undefined : floors[room];
      if (!levels || findRoom(to) !== room) return false;
      const source = findFloor(levels, from, room ?? '');
      const target = findFloor(levels, to, room ?? '');
      return (
        target.entry !== source.entry && target.height >= source.height && target.height < Infinity
      );
    })
    .map(([from, to]) => `${from} -> ${to}`);
}

function listImports(graph: Imports): (readonly [string, string])[] {
  return [...graph].flatMap(([from, targets]) => [...targets].map((to) => [from, to] as const));
}

/** The longest room that contains a path. */
function findRoom(path: string): string | undefined {
  return Object.keys(rooms).find((room) => path.startsWith(`${room}/`));
}

function findFloor(levels: readonly (readonly string[])[], path: string, room: string) {
  const rest = path.slice(room.length + 1);
  const contains = (name: string) => rest === name || rest.startsWith(`${name}/`);
  // `api/pipeline` before `api`.
  const entries = levels.flat().filter(contains);
  const entry = entries.sort((one, other) => other.length - one.length)[0];
  const height =
    entry === undefined ? Infinity : levels.findIndex((level) => level.includes(entry));
  return { entry, height };
}
