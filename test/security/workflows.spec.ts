import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../support/compile.js';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(ROOT, '.github/workflows');
const texts = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
);
const workflows = new Map([...texts].map(([name, text]) => [name, parse(text) as Workflow]));

const jobs = [...workflows].flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ path: `${file} ${id}`, job })),
);
const steps = jobs.flatMap(({ path, job }) => (job.steps ?? []).map((step) => ({ path, step })));

function findJob(path: string): Job {
  const found = jobs.find((each) => each.path === path);
  if (found === undefined) throw new Error(`There is no job ${path}.`);
  return found.job;
}

/** The script of a step, and nothing of the runner around it. */
function findScript(path: string, name: string): string {
  const { run } = findJob(path).steps?.find((step) => step.name === name) ?? {};
  if (run === undefined) throw new Error(`${path} has no step "${name}".`);
  return run;
}

function runsThrough(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): boolean {
  try {
    execFileSync('bash', ['-e', '-c', script], {
      cwd,
      env: { ...process.env, ...env },
      stdio: 'pipe',
    });
    return true;
  } catch {
    return false;
  }
}

function inFolder(use: (folder: string) => void): void {
  const path = mkdtempSync(join(tmpdir(), 'workflow-'));
  try {
    use(path);
  } finally {
    rmSync(path, { recursive: true });
  }
}

describe.each([...texts])('%s', (name, text) => {
  it('is a valid workflow', () => {
    expect(validateWorkflow(text).errors).toEqual([]);
  });

  it('reads the repository by default, and nothing else', () => {
    expect(workflows.get(name)?.permissions).toEqual({ contents: 'read' });
  });

  it('uses actions by digest, with the version as a comment', () => {
    const lines = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line));
    for (const line of lines) {
      expect(line).toMatch(
        /uses: (\.\/\.github\/workflows\/\w+\.yml|[\w/.-]+@[0-9a-f]{40} # v[\d.]+)$/,
      );
    }
  });

  it('has no access to repository secrets', () => {
    expect(text).not.toMatch(/secrets[.[]|NODE_AUTH_TOKEN|NPM_TOKEN/);
  });
});

describe('the workflows', () => {
  it('enter a protected environment nowhere but where they publish, and let no failure pass', () => {
    for (const { path, job } of jobs) {
      expect([path, 'environment' in job]).toEqual([path, path === 'release.yml publish']);
      for (const each of [job, ...(job.steps ?? [])]) {
        expect(each).not.toHaveProperty('continue-on-error');
      }
    }
  });

  it('do not run with the rights of the repository on the code of a pull request', () => {
    const events = [...workflows.values()].flatMap(({ on }) => Object.keys(on));
    expect(events).not.toContain('pull_request_target');
    expect(events).not.toContain('workflow_run');
  });

  it('insert no expression into a script', () => {
    for (const { step } of steps) expect(step.run ?? '').not.toContain('${{');
  });

  it('keep no credentials in the checkout', () => {
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const { step } of checkouts) expect(step.with?.['persist-credentials']).toBe(false);
  });

  it('write in these jobs only', () => {
    const writes = jobs.flatMap(({ path, job }) =>
      Object.entries(job.permissions ?? {})
        .filter(([, access]) => access !== 'read')
        .map(([permission]) => `${path}: ${permission}`),
    );
    expect(writes.sort()).toEqual([
      'release.yml github: contents',
      'release.yml publish: id-token',
      'security.yml codeql: security-events',
      'security.yml scorecard: security-events',
    ]);
  });

  it('scan for vulnerabilities on a schedule', () => {
    expect(workflows.get('security.yml')?.on).toHaveProperty('schedule');
    const used = steps.filter(({ path }) => path.startsWith('security.yml'));
    const text = used.map(({ step }) => step.uses ?? step.run).join('\n');
    for (const tool of ['codeql-action/analyze', 'osv-scanner', 'scorecard-action', 'npm audit']) {
      expect(text).toContain(tool);
    }
  });
});

describe('a release', () => {
  const release = workflows.get('release.yml');

  // The whole file, but for names and versions of actions: a default, variable, container, service, condition or command
  // beside these could change what is packed, or what runs next to the identity that npm trusts.
  it('packs what passes its tests, and runs neither dependencies nor scripts where it publishes', () => {
    const uses = (action: string) => expect.stringMatching(`^actions/${action}@[0-9a-f]{40}$`);
    const shared = { name: expect.any(String), 'runs-on': 'ubuntu-24.04' };
    const download = { uses: uses('download-artifact'), with: { name: 'release' } };
    expect(release).toEqual({
      name: 'Release',
      on: { push: { tags: ['v*.*.*'] } },
      permissions: { contents: 'read' },
      jobs: {
        checks: { uses: './.github/workflows/ci.yml' },
        pack: {
          ...shared,
          'timeout-minutes': 45,
          outputs: { sums: '${{ steps.pack.outputs.sums }}' },
          steps: [
            { uses: uses('checkout'), with: { 'persist-credentials': false, 'fetch-depth': 0 } },
            {
              name: 'Refuse a commit that is not on main',
              run: 'git merge-base --is-ancestor HEAD origin/main',
            },
            { name: 'Compare tag and versions', run: expect.any(String) },
            {
              name: 'Refuse a release that leaves changesets out',
              run: `test -z "$(find .changeset -name '*.md' ! -name README.md)"`,
            },
            { uses: uses('setup-node'), with: { 'node-version': 24 } },
            { run: 'npm ci --no-audit --no-fund' },
            { run: 'npm run build' },
            {
              name: 'Pack, and list what the packages contain',
              id: 'pack',
              run: [
                'mkdir release',
                'npm pack --ignore-scripts --workspaces --pack-destination release',
                'npm run licenses -- "$PWD/release/nestjs-pix.cdx.json"',
                'cd release',
                'sums=$(sha256sum -- *)',
                'echo "$sums" | tee SHA256SUMS',
                'echo "sums=$(base64 -w 0 SHA256SUMS)" >> "$GITHUB_OUTPUT"\n',
              ].join('\n'),
            },
            {
              uses: uses('upload-artifact'),
              with: { name: 'release', path: 'release', 'if-no-files-found': 'error' },
            },
            {
              name: 'Test the tarballs',
              run: 'npm run test:package',
              env: { PIX_TARBALLS: '${{ github.workspace }}/release' },
            },
          ],
        },
        publish: {
          ...shared,
          needs: ['checks', 'pack'],
          'timeout-minutes': 20,
          environment: 'npm',
          permissions: { 'id-token': 'write' },
          strategy: { 'max-parallel': 1, matrix: { package: ['nestjs-pix', 'nestjs-pix-devkit'] } },
          steps: [
            download,
            {
              name: 'Compare with what was packed',
              run: 'base64 -d <<< "$SUMS" | sha256sum --check --strict',
              env: { SUMS: '${{ needs.pack.outputs.sums }}' },
            },
            {
              uses: uses('setup-node'),
              with: { 'node-version': 24, 'package-manager-cache': false },
            },
            {
              name: 'Publish the tarball',
              run: 'npm publish "./$PACKAGE-${GITHUB_REF_NAME#v}.tgz" --ignore-scripts --provenance --access public',
              env: { PACKAGE: '${{ matrix.package }}' },
            },
          ],
        },
        github: {
          ...shared,
          needs: 'publish',
          'timeout-minutes': 10,
          permissions: { contents: 'write' },
          steps: [
            download,
            {
              run: `gh release create "$GITHUB_REF_NAME" --verify-tag --notes 'See CHANGELOG.md.' -- *`,
              env: { GH_TOKEN: '${{ github.token }}', GH_REPO: '${{ github.repository }}' },
            },
          ],
        },
      },
    });
  });

  it('takes no registry or tag from the packages that it publishes', () => {
    for (const path of ['package.json', 'devkit/package.json']) {
      expect(JSON.parse(readFileSync(join(ROOT, path), 'utf8'))).not.toHaveProperty(
        'publishConfig',
      );
    }
  });

  it('publishes only the tarballs that were packed', () => {
    const script = findScript('release.yml publish', 'Compare with what was packed');
    inFolder((cwd) => {
      writeFileSync(join(cwd, 'a.tgz'), 'packed');
      const sums = execFileSync('sha256sum', ['a.tgz'], { cwd }).toString('base64');
      expect(runsThrough(script, cwd, { SUMS: sums })).toBe(true);
      writeFileSync(join(cwd, 'a.tgz'), 'replaced');
      expect(runsThrough(script, cwd, { SUMS: sums })).toBe(false);
      expect(runsThrough(script, cwd, { SUMS: '' })).toBe(false);
    });
  });

  it('refuses a commit that is not on main', () => {
    const script = findScript('release.yml pack', 'Refuse a commit that is not on main');
    inFolder((cwd) => {
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd });
      git('init', '--quiet', '--initial-branch', 'main');
      git('commit', '--quiet', '--allow-empty', '--message', 'released');
      git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      expect(runsThrough(script, cwd)).toBe(true);
      git('commit', '--quiet', '--allow-empty', '--message', 'not merged');
      expect(runsThrough(script, cwd)).toBe(false);
    });
  });

  it('refuses a tag that is not the version', () => {
    const script = findScript('release.yml pack', 'Compare tag and versions');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(runsThrough(script, ROOT, { GITHUB_REF_NAME: `v${version}` })).toBe(true);
    expect(runsThrough(script, ROOT, { GITHUB_REF_NAME: `v${version}1` })).toBe(false);
  });
});
