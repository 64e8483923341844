import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/compile.js';
import { buildFolderGraph, buildImportGraph, findCycles, listFolders } from './import-graph.js';
import { findForbiddenImports, findUpwardImports, floors } from './layers.js';

/** The parts of the repository whose imports form no cycle. */
const areas = ['lib', 'devkit', 'sample-app', 'test'].filter((area) =>
  existsSync(join(ROOT, area)),
);

/** Reads the source files of an area by their path below it. */
function readSources(area: string): Map<string, string> {
  const paths = readdirSync(join(ROOT, area), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(?<!\.d)\.(ts|tsx|js|json)$/.test(path))
    .filter((path) => !/(^|\/)(dist|node_modules)\//.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, area, path), 'utf8')]));
}

describe.each(areas)('the imports of %s, including those of types alone,', (area) => {
  const graph = buildImportGraph(readSources(area));

  it('lead to files that exist', () => {
    const targets = [...graph.values()].flatMap((imported) => [...imported]);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => !graph.has(target))).toEqual([]);
  });

  it('form no cycle of files', () => {
    expect(findCycles(graph)).toEqual([]);
  });

  it('form no cycle of the files and folders in a folder', () => {
    const cycles = listFolders(graph).map((folder) => ({
      folder,
      cycles: findCycles(buildFolderGraph(graph, folder)),
    }));
    expect(cycles.filter(({ cycles }) => cycles.length > 0)).toEqual([]);
  });
});

const everything = buildImportGraph(
  new Map(
    areas.flatMap((area) =>
      [...readSources(area)].map(([path, text]) => [`${area}/${path}`, text] as const),
    ),
  ),
);

describe('the imports between these areas', () => {
  it('form no cycle of files', () => {
    expect(findCycles(everything)).toEqual([]);
  });

  it('lead from a room to the index of a room that it may import', () => {
    expect(findForbiddenImports(everything)).toEqual([]);
  });

  it('lead to lower floors inside a room', () => {
    expect(findUpwardImports(everything)).toEqual([]);
  });

  it.each([
    ['lib/client/plan.ts', 'test/support/clock.ts'],
    ['lib/values/values.ts', 'sample-app/src/main.ts'],
    ['lib/values/values.ts', 'lib/new-room/index.ts'],
    ['lib/values/values.ts', 'lib/index.ts'],
    ['lib/new-room/index.ts', 'lib/errors/index.ts'],
    ['lib/index.ts', 'devkit/index.ts'],
    ['lib/errors/redact.ts', 'lib/client/index.ts'],
    ['lib/client/plan.ts', 'lib/errors/redact.ts'],
    ['devkit/cli/pay.ts', 'lib/errors/index.ts'],
    ['sample-app/src/main.ts', 'lib/index.ts'],
    ['sample-app/src/main.ts', 'test/support/clock.ts'],
  ])('do not lead from %s to %s', (from, to) => {
    expect(findForbiddenImports(new Map([[from, new Set([to])]]))).toEqual([`${from} -> ${to}`]);
  });

  it.each([
    ['devkit/cli/qr.ts', 'devkit/cli/pay.ts'],
    ['devkit/cli/webhook.command.ts', 'devkit/cli/reconcile.ts'],
    ['devkit/cli/doctor/diagnose.ts', 'devkit/cli/rehearse/stage.ts'],
    ['devkit/cli/command.ts', 'devkit/cli/report.ts'],
    ['devkit/cli/report.ts', 'devkit/cli/program.ts'],
    ['devkit/cli/new-command.ts', 'devkit/cli/command.ts'],
    ['devkit/cli/pay.ts', 'devkit/cli/new-file.ts'],
    ['lib/contract/cob/cob.dto.ts', 'lib/contract/query.ts'],
    ['lib/contract/query.ts', 'lib/contract/records.ts'],
    ['lib/receiver/nest/receiver.module.ts', 'lib/receiver/index.ts'],
  ])('do not lead from %s up to %s', (from, to) => {
    expect(findUpwardImports(new Map([[from, new Set([to])]]))).toEqual([`${from} -> ${to}`]);
  });
});

describe.each(Object.keys(floors))('the floors of %s', (room) => {
  it.each(floors[room]?.flat() ?? [])('have %s', (entry) => {
    const prefix = new RegExp(`^${room}/${entry}(/|\\.|$)`);
    expect([...everything.keys()].some((path) => prefix.test(path))).toBe(true);
  });
});

const sources = readSources('lib');

/** Adds a line to a source file of lib and builds the graph again. */
function withLine(path: string, line: string) {
  const text = sources.get(path);
  if (text === undefined) throw new Error(`lib/${path} does not exist.`);
  return buildImportGraph(new Map([...sources, [path, `${text}\n${line}\n`]]));
}

describe('the search for cycles', () => {
  it('finds two files that import a type of each other', () => {
    const graph = withLine('contract/path.ts', "export type * from './operation.js';");
    expect(findCycles(graph)).toEqual([['contract/operation.ts', 'contract/path.ts']]);
  });

  it.each([
    "import type { Txid } from './plan.js';",
    "import { type Txid } from './plan.js';",
    "export { txid } from './plan.js';",
    "export type Txid = import('./plan.js').Txid;",
    "export const load = () => import('./plan.js');",
  ])('reads the import in %s', (line) => {
    const files = new Map([
      ['client/prepare.ts', line],
      ['client/plan.ts', ''],
    ]);
    expect(buildImportGraph(files).get('client/prepare.ts')).toEqual(new Set(['client/plan.ts']));
  });

  it('finds two components of pages that import each other', () => {
    const files = new Map([
      ['cart/cart.tsx', "import { Item } from './item.js';\nimport './cart.css';"],
      ['cart/item.tsx', "import type { Cart } from './cart.js';"],
    ]);
    expect(findCycles(buildImportGraph(files))).toEqual([['cart/cart.tsx', 'cart/item.tsx']]);
  });

  it('finds a cycle of sibling folders whose files form none', () => {
    const graph = withLine(
      'contract/shared/shared.types.ts',
      "export type { CobValor } from '../cob/cob.dto.js';",
    );
    expect(findCycles(buildFolderGraph(graph, 'contract'))).toEqual([
      expect.arrayContaining(['cob', 'shared']),
    ]);
  });

  it('finds a cycle of a folder and a file next to it', () => {
    const graph = buildImportGraph(
      new Map([
        ['payload/payload.options.ts', "import { lookUp } from './http/guarded-lookup.js';"],
        ['payload/http/guarded-lookup.ts', ''],
        ['payload/http/get-text.ts', "import type { Options } from '../payload.options.js';"],
      ]),
    );
    expect(findCycles(graph)).toEqual([]);
    expect(findCycles(buildFolderGraph(graph, 'payload'))).toEqual([
      ['http', 'payload.options.ts'],
    ]);
  });
});
