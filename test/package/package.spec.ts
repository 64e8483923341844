import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rollup } from 'rollup';
import { VERSION } from '../../lib/nest/version.js';
import { packAll } from '../support/pack.js';
import { takeShare } from '../support/share.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const consumers = join(root, 'test/consumers');

let folder: string;
let tarballs: string[];

/** The entries of the built packages, by the folder of their files. */
const entries = {
  dist: [
    ...['index', 'banks', 'bullmq', 'dto', 'internal', 'ledger', 'opentelemetry', 'postgres'],
    ...['redis', 'spec', 'terminus'],
  ],
  'devkit/dist': ['index', 'testing'],
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nestjs-pix-package-'));
  tarballs = await packAll(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Lists the files in a tarball. */
async function listFiles(tarball: string | undefined): Promise<string[]> {
  const { stdout } = await run('tar', ['-tzf', tarball ?? '']);
  return stdout
    .trim()
    .replaceAll(/^package\//gm, '')
    .split('\n');
}

const ofEntries = (names: readonly string[]) =>
  names.flatMap((entry) =>
    ['.js', '.d.ts', '.cjs', '.d.cts'].map((extension) => `dist/${entry}${extension}`),
  );

describe('the packed packages', () => {
  it('contain the build, the documentation and the license, and nothing else', async () => {
    const files = await listFiles(tarballs[0]);
    expect(files).toEqual(
      expect.arrayContaining([
        ...ofEntries(entries.dist),
        'dist/bin.js',
        'dist/THIRD_PARTY_LICENSES.txt',
      ]),
    );
    const pages = (await readdir(join(root, 'docs'), { recursive: true }))
      .map((path) => `docs/${path}`)
      .filter((path) => /\.(md|svg|json)$/.test(path))
      .filter((path) => !/^docs\/(architecture|clients|decisions|interface)\.md$/.test(path))
      // Of the site only.
      .filter((path) => !/^docs\/(api|\.vitepress)\/|\/\[page\]\.md$/.test(path));
    expect(files.filter((path) => !path.startsWith('dist/')).sort()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'README.pt-BR.md',
        'SECURITY.md',
        ...pages,
        'lib/receiver/proxies.md',
        'package.json',
      ].sort(),
    );
  });

  it('contain the simulator with its console, and the command line', async () => {
    const files = await listFiles(tarballs[1]);
    expect(files).toEqual(
      expect.arrayContaining([
        ...ofEntries(entries['devkit/dist']),
        'dist/cli/main.js',
        'dist/simulator/console/public/index.html',
      ]),
    );
    const others = files.filter((path) => !path.startsWith('dist/')).sort();
    expect(others.map((path) => `devkit/${path}`)).toEqual([
      'devkit/LICENSE',
      'devkit/README.md',
      'devkit/package.json',
      'devkit/simulator/control-api.md',
    ]);
  });

  it.each(['js', 'cjs'])('contains source maps of .%s that lead to the sources', async (kind) => {
    const read = (path: string) =>
      run('tar', ['-xzOf', tarballs[0] ?? '', `package/dist/${path}`], { maxBuffer: 2 ** 24 });
    const { stdout } = await read(`chunks/core.${kind}.map`);
    const { sources, version } = JSON.parse(stdout) as { sources: string[]; version: number };
    expect(version).toBe(3);
    const own = sources.filter((source) => source.includes('/lib/'));
    expect(own.length).toBeGreaterThan(50);
    for (const source of own) {
      const [, path = ''] = /\/blob\/v[\d.]+\/(lib\/.+)$/.exec(source) ?? [];
      expect(existsSync(join(root, path)) || source).toBe(true);
    }
  });

  it('names its sources in the stack traces of both builds', async () => {
    const frames = (load: string) =>
      run(process.execPath, [
        '--enable-source-maps',
        '--input-type=module',
        '--eval',
        `import { createRequire } from 'node:module';
         const { createPixClient } = ${load};
         await createPixClient({ provider: 'inter', clientId: 'a' }).catch(({ stack }) =>
           console.log(stack.split('\\n').filter((line) => line.includes('/blob/')).join('\\n')));`,
      ]);
    const esm = await frames(`await import('${root}/dist/index.js')`);
    const cjs = await frames(`createRequire(import.meta.url)('${root}/dist/index.cjs')`);
    expect(cjs.stdout).toMatch(/at \w+ \(https:.*\/lib\/nest\/[\w.-]+\.ts:\d+:\d+\)/);
    expect(cjs.stdout).toBe(esm.stdout);
  });

  it('starts a simulator where an application is bundled into one CommonJS file', async () => {
    // As esbuild does. It has no address of its own there.
    const withoutUrl = { name: 'without-url', resolveImportMeta: () => 'undefined' };
    const external = (id: string) => !id.startsWith('.') && !isAbsolute(id);
    const input = join(root, 'devkit/dist/index.js');
    const bundle = await rollup({ input, external, plugins: [withoutUrl] });
    const file = join(folder, 'bundled/app.cjs');
    await bundle.write({ file, format: 'cjs', inlineDynamicImports: true });
    await symlink(join(root, 'node_modules'), join(folder, 'bundled/node_modules'));
    const start = `require('${file}').PixSimulator.start()
      .then((simulator) => simulator.close()).then(() => console.log('started'))`;
    expect((await run(process.execPath, ['--eval', start])).stdout).toContain('started');
  });

  it('contains the license of every package that the build includes', async () => {
    const licenses = await readFile(join(root, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8');
    const names = [...licenses.matchAll(/^Name: (.+)$/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(['fast-png', 'fflate', 'iobuffer', 'jose', 'qr', 'tslib']);
    expect(licenses.match(/^License Text:$/gm)).toHaveLength(names.length);
  });

  it('exports the same names from both builds, and keeps the names of classes', async () => {
    const paths = Object.entries(entries).flatMap(([dist, names]) =>
      names.map((name) => `${dist}/${name}`),
    );
    for (const path of paths) {
      const { stdout } = await run(process.execPath, [
        '--input-type=module',
        '--eval',
        `import { createRequire } from 'node:module';
         const names = (all) => Object.entries(all).map(
           ([key, value]) => [key, typeof value === 'function' ? value.name : typeof value]).sort();
         const esm = names(await import('${root}/${path}.js'));
         const cjs = names(createRequire(import.meta.url)('${root}/${path}.cjs'));
         console.log(JSON.stringify({ esm, cjs }));`,
      ]);
      const { esm, cjs } = JSON.parse(stdout) as Record<'esm' | 'cjs', [string, string][]>;
      expect(cjs).toEqual(esm);
      // Decorator factories may be arrow functions without a name; a renamed class has a suffix.
      expect(esm.filter(([, name]) => name.includes('$'))).toEqual([]);
    }
  });

  it.each(['nest12-esm', 'nest11-cjs'])(
    'installs into an empty %s project, type-checks, receives a Pix and handles its webhook',
    async (name) => {
      const project = join(folder, name);
      await cp(join(consumers, name), project, { recursive: true });
      for (const file of ['main.ts', 'tsconfig.json'])
        await cp(join(consumers, file), join(project, file));
      await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...tarballs], {
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

  const managers: Record<string, { command: string[]; files?: Record<string, string> }> = {
    npm: { command: ['npm', 'install', '--no-audit', '--no-fund'] },
    pnpm: {
      command: ['npx', '--yes', 'pnpm@10', 'install', '--ignore-scripts'],
      files: { '.npmrc': 'hoist=false\n' },
    },
    yarn: {
      command: ['npx', '--yes', '@yarnpkg/cli-dist@4', 'install', '--no-immutable'],
      files: {
        '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\n',
        'yarn.lock': '',
      },
    },
  };
  it.each(takeShare(Object.keys(managers), 3))(
    'use the same classes where %s installed them',
    async (name) => {
      const { command, files = {} } = managers[name]!;
      const project = join(folder, `copies-${name}`);
      await cp(join(consumers, 'copies'), project, { recursive: true });
      const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
      const [library, devkit] = tarballs.map((path) => `file:${path}`);
      Object.assign(manifest.dependencies, { 'nestjs-pix': library, 'nestjs-pix-devkit': devkit });
      files['package.json'] = JSON.stringify(manifest);
      for (const [file, text] of Object.entries(files)) await writeFile(join(project, file), text);
      await run(command[0]!, command.slice(1), { cwd: project });
      for (const options of [[], ['--require']]) {
        const { stdout } = await run(process.execPath, ['main.mjs', ...options], { cwd: project });
        expect(JSON.parse(stdout)).toEqual({
          configuration: true,
          missing: true,
          service: true,
          body: true,
          module: true,
        });
      }
      const { stdout } = await run(join(project, 'node_modules/.bin/nestjs-pix'), ['--version'], {
        cwd: project,
      });
      expect(stdout.trim()).toBe(VERSION);
    },
  );

  it('print the install line where a project lacks the devkit', async () => {
    const bin = join(root, 'dist/bin.js');
    const failure = await run(process.execPath, [bin, 'doctor'], { cwd: folder }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`npm install --save-dev nestjs-pix-devkit@${VERSION}`),
    });
  });

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
    // The build includes these two.
    const declared = new Set([
      ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
      'qr',
      'fast-png',
    ]);
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
