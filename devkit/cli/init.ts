import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { PixSimulator } from '../simulator/index.js';
import { CommandError, PRIVATE, PUBLIC, type CommandContext } from './command.js';
import { diagnose } from './doctor/diagnose.js';
import { buildSources } from './init.sources.js';
import { makeFolder, readIdentity, resolveFiles, writeFiles } from './simulator.files.js';
import type { Project, TestRunner } from './texts/project.js';

/** The options of `nestjs-pix init`. */
export interface InitCommandOptions {
  readonly folder: string;
  readonly force?: true;
}

const SIMULATOR = './pix-certs';
const TIMEOUT = 10;

/**
 * Adds Pix to the Nest application in the working directory, and checks it against the simulated bank. An account of a
 * bank in `.env` is neither changed nor checked.
 *
 * @throws CommandError if there is no Nest application, or, after the findings of the doctor, if a check failed
 */
export async function init(
  { folder, force }: InitCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { console, texts } = context;
  const project = await readProject();
  console.out(texts.init.found(project));
  const report = (path: string, isWritten: boolean): void => {
    console.out(`  ${isWritten ? texts.init.written : texts.init.kept} ${path}\n`);
  };
  for (const [name, source] of Object.entries(buildSources(project, texts.init.comments))) {
    const path = join(folder, name);
    report(path, await writeSource(path, source, force === true));
  }
  const variables = parseEnv(await readFile('.env', 'utf8').catch(() => ''));
  const isSimulated = ['', 'simulator'].includes(variables.PIX_PROVIDER ?? '');
  report('.env', await addVariables(variables, isSimulated));
  report('.gitignore', await addLines('.gitignore', ['.env', 'pix-certs/']));
  if (project.runner === undefined) console.out(texts.init.noRunner);
  if (isSimulated) await checkAccount(context);
  console.out(texts.init.next(folder.replace(/^src\//, './'), project, isSimulated));
}

interface Manifest {
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** @throws CommandError if package.json is not that of a Nest application with an HTTP platform */
async function readProject(): Promise<Project> {
  const text = await readFile('package.json', 'utf8').catch(() => '{}');
  const { type, dependencies, devDependencies } = parseManifest(text);
  const packages = { ...dependencies, ...devDependencies };
  const has = (name: string): boolean => Object.hasOwn(packages, name);
  const platform = (['fastify', 'express'] as const).find((name) =>
    has(`@nestjs/platform-${name}`),
  );
  if (!has('@nestjs/core') || platform === undefined) {
    throw new CommandError((say) => say.noNest);
  }
  const runner = (['vitest', 'jest'] as const satisfies readonly TestRunner[]).find(has);
  return {
    platform,
    isModule: type === 'module',
    runner: has('@nestjs/testing') ? runner : undefined,
    hasConfig: has('@nestjs/config'),
  };
}

function parseManifest(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    throw new CommandError((say) => say.manifest);
  }
}

/** Writes a file that does not exist, or replaces it with `force`. Returns whether it was written. */
async function writeSource(path: string, source: string, force: boolean): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, source, { mode: PUBLIC, flag: force ? 'w' : 'wx' });
    return true;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new CommandError((say) => say.unwritable(path, code, '--folder'));
  }
}

/** Adds the variables that `.env` lacks; the account of a bank gets no example of the simulated one. */
async function addVariables(present: NodeJS.Dict<string>, isSimulated: boolean): Promise<boolean> {
  const variables = {
    ...(isSimulated && {
      PIX_PROVIDER: 'simulator',
      PIX_SIMULATOR: SIMULATOR,
      PIX_CHAVE: 'loja@example.com',
      PIX_WEBHOOK_URL: 'http://localhost:3000/webhooks/pix',
    }),
    PIX_WEBHOOK_SECRET: randomBytes(24).toString('base64url'),
  };
  const missing = Object.entries(variables).filter(([name]) => !Object.hasOwn(present, name));
  return addLines(
    '.env',
    missing.map(([name, value]) => `${name}=${value}`),
    PRIVATE,
  );
}

/** Appends the lines that a file lacks. Returns whether there were any. */
async function addLines(path: string, lines: readonly string[], mode = PUBLIC): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const present = text.split(/\r?\n/).map((line) => line.trim());
  const missing = lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return false;
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await writeFile(path, `${start}${missing.join('\n')}\n`, { mode });
  return true;
}

/** Runs the doctor against a simulated bank in this process, with the certificates that later starts keep. */
async function checkAccount(context: CommandContext): Promise<void> {
  await makeFolder(SIMULATOR);
  const identity = await readIdentity(SIMULATOR, undefined);
  const simulator = await PixSimulator.start({ console: false, ...(identity && { identity }) });
  try {
    const names = ['localhost', '127.0.0.1', '::1'];
    await writeFiles(simulator, resolveFiles(SIMULATOR, simulator), names);
    context.console.out('\n');
    await diagnose({ env: '.env', prefix: 'PIX_', timeout: TIMEOUT, webhook: false }, context);
  } finally {
    await simulator.close();
  }
}
