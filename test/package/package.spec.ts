import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const consumers = join(root, 'test/consumers');

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nestjs-pix-package-'));
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: root },
  );
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  tarball = join(folder, packed?.filename ?? '');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('contains the build, the documentation and the license, and nothing else', async () => {
    const { stdout } = await run('tar', ['-tzf', tarball]);
    const files = stdout
      .trim()
      .split('\n')
      .map((path) => path.replace(/^package\//, ''));
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'CHANGELOG.md',
        'LICENSE',
        'dist/index.js',
        'dist/index.d.ts',
        'dist/bullmq.js',
        'dist/redis.js',
        'dist/simulator.js',
        'dist/terminus.js',
        'dist/testing.js',
        'dist/cli/main.js',
      ]),
    );
    expect(files.filter((path) => !path.startsWith('dist/')).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      // Pages that the README links to.
      'docs/operations.md',
      'docs/outcomes.md',
      'docs/probe.md',
      'docs/receivers.md',
      'lib/receiver/proxies.md',
      'lib/simulator/control-api.md',
      'package.json',
    ]);
  });

  it('contains no source maps, and its main entry refers to none', async () => {
    const { stdout } = await run('tar', ['-tzf', tarball]);
    expect(stdout.split('\n').filter((path) => path.endsWith('.map'))).toEqual([]);
    const { stdout: entry } = await run('tar', ['-xzOf', tarball, 'package/dist/index.js']);
    expect(entry).toContain('export');
    expect(entry).not.toContain('sourceMappingURL');
  });

  it.each(['nest12-esm', 'nest11-cjs'])(
    'installs into an empty %s project, type-checks, receives a Pix and handles its webhook',
    async (name) => {
      const project = join(folder, name);
      await cp(join(consumers, name), project, { recursive: true });
      for (const file of ['main.ts', 'tsconfig.json'])
        await cp(join(consumers, file), join(project, file));
      await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', tarball], {
        cwd: project,
      });
      await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], {
        cwd: project,
      });
      const { stdout } = await run(process.execPath, ['out/main.js'], { cwd: project });
      expect(JSON.parse(stdout)).toEqual({
        status: 'CONCLUIDA',
        valor: '37.00',
        paid: '37.00',
        location: true,
        missing: true,
        notified: [200, 403],
        handled: true,
        health: 'up',
        queue: 'Redis did not respond within 0.2 s',
        tokenStore: 'token-1',
      });
    },
  );

  // Older projects of the Nest CLI use node10 resolution, which reads `main` and `types` but not `exports`.
  it('resolves all entries with node10 module resolution', async () => {
    const project = join(folder, 'nest11-cjs');
    const options = ['--module', 'commonjs', '--moduleResolution', 'node10', '--noEmit'];
    const { stdout } = await run(
      process.execPath,
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', ...options],
      { cwd: project },
    );
    expect(stdout).toBe('');
  });

  it('declares every package that it imports', async () => {
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const declared = new Set(
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    );
    const { stdout } = await run('grep', [
      '-rhoE',
      // Scripts for the browser import no packages.
      '--exclude-dir=public',
      `(from|import) '[^.'][^']*'`,
      join(root, 'lib'),
    ]);
    const imported = stdout
      .trim()
      .split('\n')
      .map((line) => line.split("'")[1] ?? '')
      .filter((name) => !name.startsWith('node:') && !name.startsWith('nestjs-pix'))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    expect([...new Set(imported)].filter((name) => !declared.has(name))).toEqual([]);
  });
});
