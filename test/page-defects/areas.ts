import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/compile.js';
import { consoleDefects, type PageDefect, shopDefects } from './defects.js';

/** Spec files of one project of jest, by the beginnings of their paths. */
export interface Suite {
  readonly project: 'tests' | 'browser';
  readonly specs: readonly string[];
  /** A pattern of the names of the tests to run. Default: all. */
  readonly tests?: string;
}

const PAGES = 'test/browser/pages';

/** Pages with their defects, and the tests that see them, quick ones first. */
export interface Area {
  readonly folder: string;
  /** A copy of the folder that the build made and the browser tests use. */
  readonly built?: string;
  /** The npm script that builds the pages for the browser tests. */
  readonly build?: string;
  readonly defects: readonly PageDefect[];
  readonly suites: readonly Suite[];
}

const inBrowser = (spec: string): Suite => ({ project: 'browser', specs: [spec] });

export const areas: readonly Area[] = [
  {
    folder: 'sample-app/web/src',
    build: 'build:web',
    defects: shopDefects,
    suites: [
      { project: 'tests', specs: ['sample-app/web/test'] },
      inBrowser(PAGES),
      inBrowser('sample-app/test/browser/shop'),
      inBrowser('sample-app/test/browser/every-page'),
    ],
  },
  {
    folder: 'devkit/simulator/console/public',
    built: 'devkit/dist/simulator/console/public',
    defects: consoleDefects,
    suites: [
      { project: 'tests', specs: ['test/simulator/console'] },
      ...['clock', 'calls', 'forms', 'addresses', 'faults', 'automatico', 'scenarios'].map((part) =>
        inBrowser(`test/browser/console-${part}`),
      ),
      inBrowser('test/browser/console.browser-spec'),
      inBrowser('test/browser/console-layout'),
    ],
  },
];

/** Returns the suites of an area, those first that probably find a defect. */
export function orderSuites({ suites }: Area, { file = '', page }: Partial<PageDefect>): Suite[] {
  const all = file.endsWith('.css') ? suites.toReversed() : [...suites];
  if (page === undefined) return all;
  if (!page.startsWith('/')) {
    const isFirst = ({ specs }: Suite) => specs.some((spec) => spec.includes(page));
    return [...all.filter(isFirst), ...all.filter((suite) => !isFirst(suite))];
  }
  const first = { ...inBrowser(PAGES), tests: `"path":"${page}["?]` };
  const quick = all.filter(({ project }) => project === 'tests');
  return file.endsWith('.css') ? [first, ...all] : [...quick, first, ...all.slice(quick.length)];
}

/** Returns the file of a defect with the defect; `undefined` if it does not contain the text once. */
export function plant(
  { folder }: Area,
  { file, find, replace }: PageDefect,
  root = ROOT,
): string | undefined {
  const parts = readFileSync(join(root, folder, file), 'utf8').split(find);
  return parts.length === 2 ? parts.join(replace) : undefined;
}
