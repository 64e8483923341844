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
 * The floors of a room, lowest first, with every file of it. An entry imports those of lower floors and itself: a file, a
 * folder, or the files whose names begin with it, as `webhook.ts` and `webhook.command.ts`.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'lib/receiver': [
    ['events.ts', 'stores'],
    ['dispatch'],
    ['provider', 'queue.ts'],
    ['authentication', 'bullmq', 'postgres', 'redis'],
    ['http'],
    ['nest'],
    ['index.ts'],
  ],
  'lib/contract': [
    ['path.ts'],
    ['operation.ts'],
    ['validation'],
    ['shared'],
    ['loc', 'pix', 'webhook'],
    ['cob', 'rec'],
    ['cobr', 'cobv'],
    ['banks', 'payload'],
    ['bodies.ts', 'dto.ts', 'operations.ts', 'query.ts', 'records.ts'],
    ['public.ts'],
    ['index.ts'],
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
    ['public.ts'],
    ['index.ts'],
  ],
  'devkit/cli': [
    ['terminal-text.ts', 'texts'],
    ['command.ts', 'connection.ts', 'pkcs12.ts', 'report.ts', 'webhook-address.ts'],
    ['live-log.ts', 'running-bank.ts'],
    ['account.ts'],
    ['with-account.ts'],
    [
      'cobv',
      'convert',
      'doctor',
      'ledger',
      'logs',
      'pay',
      'probe',
      'qr',
      'reconcile',
      'rehearse',
      'trigger',
      'webhook',
    ],
    // It pays.
    ['simulator'],
    // It starts a simulator and examines its account.
    ['init'],
    ['commands.ts'],
    ['program.ts'],
    ['main.ts'],
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

/**
 * Lists the imports that lead to a room that is not allowed, or past the index of another room. A folder of a package
 * that is no room imports nothing, and nothing imports it. Packages import each other by name.
 */
export function findForbiddenImports(graph: Imports): string[] {
  return listImports(graph)
    .filter(([from, to]) => {
      // Tests import every file.
      if (/^(sample-app\/)?(web\/)?test\//.test(from)) return false;
      const source = findRoom(from);
      const target = findRoom(to);
      if (source === undefined || target === undefined) return true;
      const [area = ''] = from.split('/');
      if (source === target) return false;
      if (source === area) return !target.startsWith(`${area}/`);
      const isAllowed = rooms[source]?.some((name) => `${area}/${name}` === target);
      return !isAllowed || !/\/(index|public|version)\.ts$/.test(to);
    })
    .map(([from, to]) => `${from} -> ${to}`);
}

/** Lists the imports that lead to the same or a higher floor of their room, and those of files without a floor. */
export function findUpwardImports(graph: Imports): string[] {
  return listImports(graph)
    .filter(([from, to]) => {
      const room = findRoom(from) ?? '';
      const levels = floors[room];
      if (!levels || findRoom(to) !== room) return false;
      const source = findEntry(levels, from, room);
      const target = findEntry(levels, to, room);
      if (source === undefined || target === undefined) return true;
      return source !== target && findHeight(levels, target) >= findHeight(levels, source);
    })
    .map(([from, to]) => `${from} -> ${to}`);
}

function listImports(graph: Imports): (readonly [string, string])[] {
  return [...graph].flatMap(([from, targets]) => [...targets].map((to) => [from, to] as const));
}

/** Returns the room that contains a path. The entries of a package are one, and the other areas are one each. */
function findRoom(path: string): string | undefined {
  const room = Object.keys(rooms).find((name) => path.startsWith(`${name}/`));
  const [area = '', ...rest] = path.split('/');
  return room ?? (rest.length === 1 || !/^(lib|devkit)$/.test(area) ? area : undefined);
}

function findEntry(levels: readonly (readonly string[])[], path: string, room: string) {
  const rest = path.slice(room.length + 1);
  return levels
    .flat()
    .find((name) => rest === name || rest.startsWith(`${name}/`) || rest.startsWith(`${name}.`));
}

function findHeight(levels: readonly (readonly string[])[], entry: string): number {
  return levels.findIndex((level) => level.includes(entry));
}
