import { readFileSync } from 'node:fs';

/** A project that the command creates. */
export interface Project {
  /** Folder of `test/matrix` that it copies. */
  readonly folder: 'nest11' | 'nest12' | 'peers';
  /** Packages to install in addition to those of its `package.json`. */
  readonly packages?: readonly string[];
}

/** A kind of project and the commands that must succeed in it. */
export interface Row {
  readonly name: string;
  readonly project: Project;
  /** Files with arguments, below the folder of the project. Each runs on the Node of the column. */
  readonly commands: readonly (readonly string[])[];
  /** What the last command must print. */
  readonly prints?: string;
}

/** The lowest versions of `engines`, and the newest line. */
export const nodeVersions = ['20.19.0', '22.12.0', '24'] as const;

const manifest = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { peerDependencies: Record<string, string> };
const peers = Object.entries(manifest.peerDependencies);
const lowest = peers.map(([name, range]) => `${name}@${/[\d.]+/.exec(range)?.[0] ?? range}`);
const newest = peers.map(([name, range]) => `${name}@${range.split(' || ').at(-1) ?? range}`);

const nest11: Project = { folder: 'nest11' };
const nest12: Project = { folder: 'nest12' };

const JEST = 'node_modules/jest/bin/jest.js';
const NEST = 'node_modules/@nestjs/cli/bin/nest.js';

function builds(project: Project, builder: string, ...options: readonly string[]) {
  return {
    project,
    commands: [[NEST, 'build', '--builder', builder, ...options], ['dist/main.js']],
    prints: '{"status":"ATIVA","valor":"37.00","refused":true,"devedor":true}',
  };
}

function typesWith(module: string, resolution: string): readonly string[] {
  const options = ['--module', module, '--moduleResolution', resolution];
  return ['node_modules/typescript-5.4/bin/tsc', '-p', 'tsconfig.types.json', ...options];
}

function withPeers(nest: number, peers: readonly string[]) {
  const packages = [...peers, `@nestjs/platform-express@${nest}`];
  return {
    project: { folder: 'peers', packages } as const,
    commands: [['peers.mjs']],
    prints:
      '{"status":"ATIVA","refused":true,"tokenInRedis":true,"health":"up","notified":200,"handled":true,"rows":1}',
  };
}

export const rows: readonly Row[] = [
  { name: 'Nest 11, ts-jest', project: nest11, commands: [[JEST]] },
  {
    name: 'Nest 11, ts-jest, `@nestjs/axios` 12',
    project: { folder: 'nest11', packages: ['@nestjs/axios@12'] },
    commands: [[JEST]],
  },
  {
    name: 'Nest 11, `@swc/jest`',
    project: nest11,
    commands: [[JEST, '--config', 'swc-jest.json']],
  },
  { name: 'Nest 11, `nest build` with tsc', ...builds(nest11, 'tsc') },
  { name: 'Nest 11, `nest build` with SWC', ...builds(nest11, 'swc', '--type-check') },
  { name: 'Nest 11, `nest build` with webpack', ...builds(nest11, 'webpack') },
  {
    name: 'Nest 11, types in TypeScript 5.4: `node10`, `node16`, `nodenext`, `bundler`',
    project: nest11,
    commands: [
      typesWith('commonjs', 'node10'),
      typesWith('node16', 'node16'),
      typesWith('nodenext', 'nodenext'),
      typesWith('esnext', 'bundler'),
    ],
  },
  {
    name: 'Nest 12, vitest',
    project: nest12,
    commands: [['node_modules/vitest/vitest.mjs', 'run']],
  },
  { name: 'Nest 12, `nest build` with tsc', ...builds(nest12, 'tsc') },
  { name: 'Lowest version of every peer', ...withPeers(11, lowest) },
  { name: 'Newest version of every peer', ...withPeers(12, newest) },
];
