import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { countCallFiles, countNotificationFiles } from '../package/path-files.js';
import { ROOT } from '../support/compile.js';
import { buildImportGraph, findCycles } from './import-graph.js';

// `npm run check:budget`, after a build: prints what the code base costs its readers and its users, and fails above a
// limit. A change that adds a capability raises a limit in its own commit, with the reason.

interface Row {
  readonly name: string;
  readonly measured: number;
  /** Rows without a limit are a guide. */
  readonly limit?: number;
}

interface LockEntry {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { readonly optional?: boolean }>;
  readonly link?: boolean;
}

const call = await countCallFiles();
const notification = await countNotificationFiles();

const rows: readonly Row[] = [
  { name: 'files of a PUT /cob', measured: call.files, limit: 25 },
  { name: 'functions of a PUT /cob', measured: call.functions },
  { name: 'files of a notification', measured: notification.files, limit: 16 },
  { name: 'functions of a notification', measured: notification.functions },
  { name: 'run-time names of the main entry', measured: await countNames(), limit: 110 },
  { name: 'packages beside those of the peers', measured: listOwnPackages().length, limit: 4 },
  { name: 'code lines of lib', measured: countCode('lib'), limit: 28_500 },
  { name: 'code lines of devkit', measured: countCode('devkit'), limit: 21_850 },
  { name: 'lines of sample-app', measured: countLines('sample-app'), limit: 16_200 },
  {
    name: 'import cycles',
    measured: ['lib', 'devkit', 'sample-app', 'test'].flatMap((area) =>
      findCycles(buildImportGraph(readFiles(area, /(?<!\.d)\.(ts|tsx|js)$/))),
    ).length,
    limit: 0,
  },
];

for (const { name, measured, limit } of rows) {
  const isOver = limit !== undefined && measured > limit;
  if (isOver) process.exitCode = 1;
  const bound = limit === undefined ? '' : ` of ${String(limit)}`;
  console.log(`${name.padEnd(36)} ${String(measured)}${bound}${isOver ? ': above the limit' : ''}`);
}

async function countNames(): Promise<number> {
  const entry = pathToFileURL(join(ROOT, 'dist/index.js')).href;
  return Object.keys((await import(entry)) as object).length;
}

/** Lists the packages that the package installs in addition to those of its required peers. */
function listOwnPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const root = lock.packages[''] ?? {};
  const peers = Object.keys(requiredPeers(root));
  const install = (names: readonly string[]) => {
    const found = new Set<string>();
    const open = names.map((name) => `node_modules/${name}`);
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const entry = lock.packages[path];
      if (!entry || found.has(path)) continue;
      found.add(path);
      const needed = Object.keys({ ...entry.dependencies, ...requiredPeers(entry) });
      open.push(...needed.map((name) => findInstalled(lock.packages, path, name)));
    }
    return found;
  };
  const ofPeers = install(peers);
  return [...install(Object.keys(root.dependencies ?? {}))].filter((path) => !ofPeers.has(path));
}

function requiredPeers({ peerDependencies = {}, peerDependenciesMeta = {} }: LockEntry) {
  return Object.fromEntries(
    Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional),
  );
}

/** Finds a package as Node does: in the folder of the package that needs it, then in those above. */
function findInstalled(packages: object, from: string, name: string): string {
  for (
    let base = from;
    base !== '';
    base = base.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')
  ) {
    const nested = `${base}/node_modules/${name}`;
    if (nested in packages) return nested;
  }
  return `node_modules/${name}`;
}

function readFiles(area: string, pattern: RegExp): Map<string, string> {
  const paths = readdirSync(join(ROOT, area), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .filter((path) => !/(^|\/)(dist|build|node_modules|vendor)\//.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, area, path), 'utf8')]));
}

function countLines(area: string): number {
  const texts = readFiles(area, /\.(ts|tsx|css|html|js|sql)$/).values();
  return [...texts].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
}

/** Counts the lines that contain more than comments and white space. */
function countCode(area: string): number {
  const files = readFiles(area, /(?<!\.d)\.(ts|tsx|css)$/);
  return [...files].reduce((sum, [path, text]) => {
    return sum + (path.endsWith('.css') ? countStyleLines(text) : countScriptLines(path, text));
  }, 0);
}

function countStyleLines(text: string): number {
  const code = text.replace(/\/\*[^]*?\*\//g, '');
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

function countScriptLines(path: string, text: string): number {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = new Set<number>();
  const visit = (node: ts.Node) => {
    const children = node.getChildren(file);
    if (children.length > 0) {
      children.filter((child) => !ts.isJSDoc(child)).forEach(visit);
    } else if (node.getWidth(file) > 0) {
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
      const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
      for (let line = first; line <= last; line += 1) lines.add(line);
    }
  };
  visit(file);
  return lines.size;
}
