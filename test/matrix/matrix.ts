/**
 * Tests the packed package in projects of each kind on each Node version, one after the other, and writes the table of
 * `docs/compatibility.md`: `npm run test:matrix`, after a build. `-- --only ts-jest` runs the rows whose name contains
 * a text, `-- --node 20` one version; both leave the page as it is. Needs the npm registry, PostgreSQL and Redis.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { packAll } from '../support/pack.js';
import { takeShare } from '../support/share.js';
import { createProject, install, resetSources } from './project.js';
import { nodeVersions, rows, type Project, type Row } from './rows.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const page = join(root, 'docs/compatibility.md');
const LIMIT_MS = 300_000;
const { CI = '1', HOME, PATH, TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
const env = { CI, HOME, PATH, TEST_DATABASE_URL, TEST_REDIS_URL };

interface Node {
  readonly path: string;
  readonly version: string;
}

async function installNode(folder: string, wanted: string): Promise<Node> {
  const project = join(folder, `node-${wanted}`);
  await mkdir(project);
  const name = `node-${process.platform}-${process.arch}`;
  await install(project, `${name}@${wanted}`);
  const path = join(project, 'node_modules', name, 'bin/node');
  const { stdout } = await run(path, ['--version']);
  return { path, version: stdout.trim().replace(/^v/, '') };
}

/** Runs the commands of a row and returns the problem, if there is one. */
async function test(row: Row, project: string, node: Node): Promise<string | undefined> {
  await resetSources(row.project, project);
  let printed = '';
  for (const command of row.commands) {
    try {
      const options = { cwd: project, env, timeout: LIMIT_MS };
      ({ stdout: printed } = await run(node.path, [...command], options));
    } catch (error) {
      const { message, stdout = '', stderr = '' } = error as Error & Record<string, string>;
      return [message, stdout, stderr].join('\n');
    }
  }
  const holds = row.prints === undefined || printed.trim() === row.prints;
  return holds ? undefined : `printed ${printed} instead of ${row.prints ?? ''}`;
}

async function testAll(
  nodes: readonly Node[],
  selected: readonly Row[],
  projects: ReadonlyMap<Project, string>,
): Promise<Map<Row, boolean[]>> {
  const results = new Map<Row, boolean[]>(selected.map((row) => [row, []]));
  for (const node of nodes) {
    for (const row of selected) {
      const problem = await test(row, projects.get(row.project) ?? '', node);
      results.get(row)?.push(problem === undefined);
      console.log(`${problem === undefined ? 'passes' : 'FAILS '}  ${node.version}  ${row.name}`);
      if (problem === undefined) continue;
      console.error(problem);
      process.exitCode = 1;
    }
  }
  return results;
}

async function writePage(nodes: readonly Node[], results: Map<Row, boolean[]>): Promise<void> {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [
    line(['Project', ...nodes.map(({ version }) => `Node ${version}`)]),
    line(['---', ...nodes.map(() => '---')]),
    ...[...results].map(([{ name }, cells]) =>
      line([name, ...cells.map((passes) => (passes ? 'passes' : 'fails'))]),
    ),
  ].join('\n');
  const text = await readFile(page, 'utf8');
  const parts = /(?<=<!-- matrix -->\n)[\s\S]*(?=<!-- \/matrix -->)/;
  await writeFile(page, text.replace(parts, `\n${table}\n\n`));
  await run('npx', ['prettier', '--write', page], { cwd: root });
}

const { values } = parseArgs({ options: { only: { type: 'string' }, node: { type: 'string' } } });
// With SHARE_SEED, one row.
const named = rows.filter(({ name }) => name.includes(values.only ?? ''));
const selected = takeShare(named, named.length);
const wanted = nodeVersions.filter((version) => version.startsWith(values.node ?? ''));
if (selected.length === 0 || wanted.length === 0) throw new Error('No row has this name or Node.');
const folder = await mkdtemp(join(tmpdir(), 'nestjs-pix-matrix-'));
try {
  const tarballs = await packAll(folder);
  const nodes: Node[] = [];
  for (const version of wanted) nodes.push(await installNode(folder, version));
  const projects = new Map<Project, string>();
  for (const project of new Set(selected.map((row) => row.project)))
    projects.set(project, await createProject(project, folder, tarballs));
  const results = await testAll(nodes, selected, projects);
  const isWhole = selected.length === rows.length && values.node === undefined;
  if (isWhole) await writePage(nodes, results);
} finally {
  await rm(folder, { recursive: true, force: true });
}
