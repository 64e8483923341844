import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { buildSources } from '../../devkit/cli/init.sources.js';
import { en } from '../../devkit/cli/texts/en.js';
import type { Project } from '../../devkit/cli/texts/project.js';
import { compile } from '../support/compile.js';
import { runCommand } from './support/run-command.js';

const home = process.cwd();
let folder: string;

const NEST = { '@nestjs/core': '^11.0.0', '@nestjs/platform-express': '^11.0.0' };

async function writeManifest(manifest: object) {
  await writeFile('package.json', JSON.stringify(manifest));
}

const read = (path: string) => readFile(join(folder, path), 'utf8');

describe('nestjs-pix init', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pix-init-'));
    process.chdir(folder);
  });

  afterEach(async () => {
    process.chdir(home);
    await rm(folder, { recursive: true });
  });

  it('writes module, handler, test and variables, and checks them against the simulated bank', async () => {
    const devDependencies = { '@nestjs/testing': '^11.0.0', jest: '^30.0.0' };
    await writeManifest({ dependencies: NEST, devDependencies });
    await writeFile('.gitignore', '/dist');
    const { exitCode, out, err } = await runCommand(['init']);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toContain('Nest on Express, CommonJS, jest\n');
    expect(out).toContain('No problem.');
    // No application runs that the bank could call.
    expect(out).not.toContain('Webhook address');
    expect(out).toContain("import { PaymentsModule } from './pix/pix.module';");
    expect(await readdir(join(folder, 'src/pix'))).toEqual([
      'checkout.controller.ts',
      'payments.handler.ts',
      'pix.module.ts',
      'pix.spec.ts',
    ]);
    expect(await read('src/pix/pix.spec.ts')).toContain("from '@jest/globals'");
    expect(await read('.gitignore')).toBe('/dist\n.env\npix-certs/\n');
    expect(await read('.env')).toMatch(
      /^PIX_PROVIDER=simulator\nPIX_SIMULATOR=\.\/pix-certs\nPIX_CHAVE=loja@example\.com\nPIX_WEBHOOK_URL=http:\/\/localhost:3000\/webhooks\/pix\nPIX_WEBHOOK_SECRET=[\w-]{32}\n$/,
    );
  });

  it('keeps what exists, and replaces only sources with --force', async () => {
    await writeManifest({ dependencies: NEST });
    await writeFile('.env', 'PIX_CHAVE=pix@loja.com.br');
    await runCommand(['init']);
    const variables = await read('.env');
    expect(variables).toMatch(/^PIX_CHAVE=pix@loja\.com\.br\nPIX_PROVIDER=simulator\n/);
    const [module, handler] = ['src/pix/pix.module.ts', 'src/pix/payments.handler.ts'];
    const written = await read(handler);
    await writeFile(handler, '// mine');
    const { out } = await runCommand(['init']);
    expect(out).toContain(`kept    ${handler}`);
    expect(out).toContain(`kept    ${module}`);
    expect(await read(handler)).toBe('// mine');
    await runCommand(['init', '--force']);
    expect(await read(handler)).toBe(written);
    expect(await read('.env')).toBe(variables);
    expect(await read('.gitignore')).toBe('.env\npix-certs/\n');
  });

  it('neither changes nor checks the account of a bank', async () => {
    await writeManifest({ dependencies: NEST });
    await writeFile('.env', 'PIX_PROVIDER=inter\n');
    const { exitCode, out } = await runCommand(['init']);
    expect(exitCode).toBe(0);
    expect(await read('.env')).toMatch(/^PIX_PROVIDER=inter\nPIX_WEBHOOK_SECRET=[\w-]{32}\n$/);
    expect(out).toContain('check the account:\n     npx nestjs-pix doctor --env .env');
    expect(out).not.toContain('npx nestjs-pix simulator');
  });

  it('ends with the problems that the doctor finds', async () => {
    await writeManifest({ dependencies: NEST });
    await writeFile('.env', 'PIX_CHAVE=123\n');
    const { exitCode, out } = await runCommand(['init']);
    expect(exitCode).toBe(2);
    expect(out).toContain('PIX_CHAVE is not a Pix key');
    expect(out).not.toContain('Next:');
  });

  it.each([
    ['no package.json', undefined],
    ['no Nest', { dependencies: { express: '^5.0.0' } }],
    ['Nest without HTTP', { dependencies: { '@nestjs/core': '^11.0.0' } }],
  ])('refuses a folder with %s, and writes nothing', async (_, manifest) => {
    if (manifest) await writeManifest(manifest);
    const { exitCode, err } = await runCommand(['init']);
    expect(exitCode).toBe(1);
    expect(err).toMatch(/lists no Nest application.*npx @nestjs\/cli new/);
    expect(await readdir(folder)).toEqual(manifest ? ['package.json'] : []);
  });

  it('writes no test without a test runner', async () => {
    await writeManifest({ dependencies: NEST });
    const { out } = await runCommand(['init', '--lang', 'pt']);
    expect(out).toContain('Nenhum teste foi escrito');
    expect(await readdir(join(folder, 'src/pix'))).not.toContain('pix.spec.ts');
  });
});

describe('the files of nestjs-pix init', () => {
  const projects: readonly Project[] = [
    { platform: 'express', isModule: true, runner: 'jest', hasConfig: false },
    { platform: 'fastify', isModule: true, runner: 'jest', hasConfig: true },
  ];

  it('compile on each platform', () => {
    const sources = projects.flatMap((project) =>
      Object.entries(buildSources(project, en.init.comments)).map(
        ([name, text]) => [`test/cli/${project.platform}/${name}`, text] as const,
      ),
    );
    const { program, files } = compile(new Map(sources));
    const faults = [...files.values()].flatMap((file) => program.getSemanticDiagnostics(file));
    expect(
      faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ).toEqual([]);
  });

  it('follow the project', () => {
    const { 'pix.spec.ts': spec = '', 'pix.module.ts': module = '' } = buildSources(
      { platform: 'fastify', isModule: true, runner: 'vitest', hasConfig: true },
      en.init.comments,
    );
    expect(spec).toContain("from 'vitest'");
    expect(spec).toContain('new FastifyAdapter()');
    expect(spec).toContain("'./pix.module.js'");
    expect(module).toContain('ConfigModule.forRoot()');
    expect(module).not.toContain('loadEnvFile');
  });
});
