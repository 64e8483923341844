import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../support/compile.js';
import { type Area, areas, orderSuites, plant, type Suite } from './areas.js';
import type { PageDefect } from './defects.js';

// `npm run test:page-defects -- [name…]`, after `npm run build && npm run build:sample`: plants each defect in a copy of
// the project, and runs the tests of its pages until one fails. Exit code 1 if too few defects are found, or if a test
// fails without one. Needs Chromium.

/** How many defects must be found, of 60. */
const ENOUGH = 55;

/** Milliseconds after which a test run that was ended is killed. */
const PATIENCE = 10_000;

/** What a copy of the project contains. */
const COPIED = [
  ...['lib', 'devkit', 'test', 'sample-app', 'dist'],
  ...['package.json', 'jest.config.js', 'tsconfig.json'],
];

const names = process.argv.slice(2);
const copy = mkdtempSync(join(tmpdir(), 'page-defects-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

process.exitCode = (await main()) ? 0 : 1;

/** @returns whether enough defects were found */
async function main(): Promise<boolean> {
  let found = 0;
  let count = 0;
  for (const area of areas) {
    const defects = area.defects.filter(({ name }) => names.length === 0 || names.includes(name));
    if (defects.length === 0) continue;
    const broken = names.length === 0 ? await findFailure(area) : undefined;
    if (broken !== undefined) {
      console.log(`BROKEN ${area.folder}: without a defect, a test fails: ${broken}`);
      return false;
    }
    for (const defect of defects) {
      count += 1;
      if (await isFound(area, defect)) found += 1;
    }
  }
  console.log(`${found} of ${count} defects were found`);
  return count > 0 && found >= (names.length === 0 ? ENOUGH : count);
}

async function isFound(area: Area, defect: PageDefect): Promise<boolean> {
  const original = plant(area, { ...defect, replace: defect.find }, copy);
  const planted = plant(area, defect, copy);
  if (original === undefined || planted === undefined) {
    console.log(`STALE  ${defect.name}: ${defect.file} does not contain its text once`);
    return false;
  }
  const began = performance.now();
  write(area, defect.file, planted);
  const test = await findFailure(area, defect);
  write(area, defect.file, original);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const result = test === undefined ? 'MISSED' : 'found ';
  console.log(`${result} ${defect.name} (${seconds} s): ${test ?? defect.what}`);
  return test !== undefined;
}

function write({ folder, built }: Area, file: string, content: string): void {
  for (const path of [folder, built]) {
    if (path !== undefined) writeFileSync(join(copy, path, file), content);
  }
}

/** Runs the suites of an area until a test fails, and returns its name. */
async function findFailure(
  area: Area,
  defect: Partial<PageDefect> = {},
): Promise<string | undefined> {
  const { build } = area;
  let isBuilt = false;
  for (const suite of orderSuites(area, defect)) {
    if (suite.project === 'browser' && build !== undefined && !isBuilt) {
      execFileSync('npm', ['run', '--silent', build], { cwd: copy, stdio: 'inherit' });
      isBuilt = true;
    }
    const failed = await runSuite(suite);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

async function runSuite({ project, specs, tests }: Suite): Promise<string | undefined> {
  const child = spawn(
    process.execPath,
    [
      ...[
        '--experimental-vm-modules',
        'node_modules/jest/bin/jest.js',
        '--selectProjects',
        project,
      ],
      ...['--reporters', './test/page-defects/first-failure.js', '--ci', '--maxWorkers', '1'],
      ...(tests === undefined ? [] : ['--testNamePattern', tests]),
      ...specs,
    ],
    {
      cwd: copy,
      env: { ...process.env, SKIP_BUILD: '1', PAGE_TIMEOUT: '30000' },
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own, with the shops and banks that the tests start.
      detached: true,
    },
  );
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('FAILED ')) continue;
    await end(child, exited);
    return line.slice('FAILED '.length);
  }
  const [code] = (await exited) as [number | null];
  return code === 0 ? undefined : `the tests ended with ${String(code)}: ${specs.join(' ')}`;
}

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // Already ended.
    }
  };
  send('SIGTERM');
  const timer = setTimeout(() => send('SIGKILL'), PATIENCE);
  await exited;
  clearTimeout(timer);
}
