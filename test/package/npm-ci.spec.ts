import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { takeShare } from '../support/share.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

describe('npm ci of the repository', () => {
  let folder: string;
  let project: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'npm-ci-'));
    project = join(folder, 'project');
    await mkdir(join(project, 'devkit'), { recursive: true });
    for (const name of ['package.json', 'package-lock.json', 'devkit/package.json']) {
      await copyFile(join(root, name), join(project, name));
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  // `npm run lock` writes a lockfile that all of them accept.
  const versions = [
    { npm: '10.8.2', node: '20.19.0' },
    { npm: '10.9.0', node: '22.12.0' },
    { npm: '11.3.0', node: '24.0.0' },
  ];
  it.each(takeShare(versions, 3))(
    'accepts the lockfile with npm $npm, which Node $node contains',
    async ({ npm: version }) => {
      const npm = join(folder, version);
      await mkdir(npm);
      await run('npm', ['install', '--no-save', '--no-package-lock', `npm@${version}`], {
        cwd: npm,
      });
      // `npm run --silent` would silence this npm as well.
      const ci = [
        'ci',
        '--dry-run',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=notice',
      ];
      const command = join(npm, 'node_modules/npm/bin/npm-cli.js');
      const { stdout } = await run(process.execPath, [command, ...ci], { cwd: project });
      expect(stdout).toMatch(/added \d+ packages/);
    },
  );
});
