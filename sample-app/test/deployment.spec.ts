import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Variables without which the shop does not start with a bank and its own database. */
const REQUIRED = ['DATABASE_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'PIX_PROVIDER', 'PIX_CHAVE'];
const variables = new Set(Object.keys(parseEnv(read('sample-app/.env.example'))));

interface Workload {
  readonly kind: string;
  readonly data?: Readonly<Record<string, string>>;
  /** A ConfigMap has none. */
  readonly spec?: {
    readonly template?: {
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number;
        readonly containers: readonly { readonly env?: readonly { readonly name: string }[] }[];
      };
    };
  };
}

describe('kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('sample-app/deploy/kubernetes.yaml'));
  const all = documents.map((document) => document.toJS() as Workload);
  const kinds = (kind: string) => all.filter((workload) => workload.kind === kind);
  const pods = all.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));

  it('is valid YAML', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(kinds('Deployment')).toHaveLength(2);
    expect(kinds('Job')).toHaveLength(1);
    expect(kinds('PodDisruptionBudget')).toHaveLength(2);
  });

  it('sets only variables that the shop reads', () => {
    const set = [
      ...Object.keys(kinds('ConfigMap')[0]?.data ?? {}),
      ...pods
        .flatMap(({ spec }) => spec.containers.flatMap(({ env = [] }) => env))
        .map((e) => e.name),
      ...[...read('sample-app/deploy/kubernetes.yaml').matchAll(/--from-literal=(\w+)/g)].map(
        ([, name]) => name!,
      ),
    ];
    expect(set).toEqual(expect.arrayContaining(REQUIRED));
    expect(set.filter((name) => !variables.has(name))).toEqual([]);
  });

  it('gives a process more time to stop than its requests and calls have', () => {
    const drain = /DRAIN_TIMEOUT = ([\d_]+)/.exec(
      read('sample-app/src/http/request-drain.ts'),
    )?.[1];
    const seconds = Number(drain?.replaceAll('_', '')) / 1000;
    for (const { spec } of kinds('Deployment').map((deployment) => deployment.spec!.template!)) {
      // Calls of the library have another 10 seconds.
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 10);
    }
  });
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly command?: readonly string[];
        readonly depends_on?: object;
        readonly volumes?: readonly string[];
      }
    >
  >;
  readonly volumes: object;
}

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('sample-app/compose.yaml'), {
    merge: true,
  }) as Compose;

  it('sets only variables that the shop reads', () => {
    for (const name of ['migrate', 'web', 'worker']) {
      const set = Object.keys(services[name]?.environment ?? {});
      expect(set.filter((variable) => !variables.has(variable))).toEqual([]);
    }
    expect(Object.keys(services.web?.environment ?? {})).toEqual(expect.arrayContaining(REQUIRED));
  });

  it('refers to services, volumes and options that exist', () => {
    for (const { depends_on = {}, volumes: mounted = [] } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name);
      for (const volume of mounted) expect(volumes).toHaveProperty(volume.split(':', 1)[0]!);
    }
    const [node, main, command, ...options] = services.bank?.command ?? [];
    expect([node, command]).toEqual(['node', 'simulator']);
    expect(main).toBe(`devkit/${JSON.parse(read('devkit/package.json')).bin['nestjs-pix-devkit']}`);
    const source = ['simulator.command.ts', 'simulator.files.ts']
      .map((file) => read(`devkit/cli/${file}`))
      .join('\n');
    for (const option of options.filter((text) => text.startsWith('--'))) {
      expect(source).toContain(option);
    }
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('sample-app/Dockerfile');

  it('runs commands and files that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
    for (const [, script] of dockerfile.matchAll(/npm run ([\w:]+)/g)) {
      expect(scripts).toHaveProperty([script!]);
    }
    for (const [, file] of dockerfile.matchAll(/RUN node (\S+)/g)) {
      expect(existsSync(join(root, file!))).toBe(true);
    }
  });

  it('does not run as root', () => {
    expect(dockerfile.lastIndexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('RUN '));
  });

  it('keeps the packages that the shop imports and those that the library needs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loja-ipe-image-'));
    try {
      mkdirSync(join(folder, 'sample-app/dist'), { recursive: true });
      const code = `import { one } from 'single';\nimport * as two from "@scope/double/part";\nimport './own.js';`;
      writeFileSync(join(folder, 'sample-app/dist/main.js'), code);
      const names = ['single', '@scope/double', 'peer', '@nestjs/platform-express', 'tool'];
      const manifest = {
        dependencies: { library: '^1.0.0' },
        devDependencies: Object.fromEntries(names.map((name) => [name, '^2.0.0'])),
        peerDependencies: { peer: '^1.0.0 || ^2.0.0' },
      };
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
      const script = join(root, 'sample-app/deploy/keep-dependencies.js');
      execFileSync(process.execPath, [script], { cwd: folder });
      const kept = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      expect(Object.keys(kept.devDependencies)).toEqual(['tool']);
      expect(Object.keys(kept.dependencies).sort()).toEqual(
        ['library', ...names.slice(0, 4)].sort(),
      );
      expect(kept.dependencies.peer).toBe('^2.0.0');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
