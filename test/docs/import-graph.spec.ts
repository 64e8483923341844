import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/compile.js';
import { buildFolderGraph, buildImportGraph, findCycles, listFolders } from './import-graph.js';

/** The source files of the library by their path below `lib`. */
const sources = new Map(
  readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(ROOT, 'lib', path), 'utf8')]),
);
const library = buildImportGraph(sources);

/** Adds a line to a source file and builds the graph again. */
function withLine(path: string, line: string) {
  const text = sources.get(path);
  if (text === undefined) throw new Error(`lib/${path} does not exist.`);
  return buildImportGraph(new Map([...sources, [path, `${text}\n${line}\n`]]));
}

describe('the imports of lib, including those of types alone,', () => {
  it('lead to files that exist', () => {
    const targets = [...library.values()].flatMap((imported) => [...imported]);
    expect(targets.length).toBeGreaterThan(1_000);
    expect(targets.filter((target) => !library.has(target))).toEqual([]);
  });

  it('form no cycle of files', () => {
    expect(findCycles(library)).toEqual([]);
  });

  it.each(listFolders(library))('form no cycle of the files and folders in lib/%s', (folder) => {
    expect(findCycles(buildFolderGraph(library, folder))).toEqual([]);
  });
});

describe('the search for cycles', () => {
  it('finds two files that import a type of each other', () => {
    const graph = withLine('contract/pix-family.ts', "export type * from './operation.js';");
    expect(findCycles(graph)).toEqual([['contract/operation.ts', 'contract/pix-family.ts']]);
  });

  it.each([
    "import type { Txid } from './plan.js';",
    "import { type Txid } from './plan.js';",
    "export { txid } from './plan.js';",
    "export type Txid = import('./plan.js').Txid;",
    "export const load = () => import('./plan.js');",
  ])('reads the import in %s', (line) => {
    expect(
      buildImportGraph(new Map([['client/prepare.ts', line]])).get('client/prepare.ts'),
    ).toEqual(new Set(['client/plan.ts']));
  });

  it('finds a cycle of sibling folders whose files form none', () => {
    const graph = withLine(
      'contract/shared/open-union.ts',
      "export type { CobValor } from '../cob/cob-valor.dto.js';",
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
