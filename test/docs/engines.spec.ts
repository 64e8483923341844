import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import semver from 'semver';

const root = resolve(import.meta.dirname, '../..');

interface LockedPackage {
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly optional?: boolean;
}

const read = (name: string) => JSON.parse(readFileSync(resolve(root, name), 'utf8'));
const { '': self, ...packages } = read('package-lock.json').packages as Record<
  string,
  LockedPackage
>;
/** npm installs no optional package that does not run here, and prints no warning. */
const required = Object.entries(packages).filter(([, { optional }]) => optional !== true);

describe('npm ci', () => {
  const range = self?.engines?.node ?? '';
  const lowest = range.split(' || ').map((part) => semver.minVersion(part)?.version ?? part);

  it('has the Node versions of package.json', () => {
    expect(range).toBe(read('package.json').engines.node);
    expect(lowest).toEqual(['20.19.0', '22.12.0', '24.0.0']);
  });

  it.each(lowest)('prints no engine warning on Node %s', (node) => {
    const refused = required
      .filter(([, { engines }]) => !semver.satisfies(node, engines?.node ?? '*'))
      .map(([path, { version, engines }]) => `${path}@${version} needs ${engines?.node ?? ''}`);
    expect(refused).toEqual([]);
  });

  it('finds every package in the registry, whatever the platform', () => {
    const names = Object.values(packages).flatMap((locked) =>
      Object.keys((locked as { optionalDependencies?: object }).optionalDependencies ?? {}),
    );
    const installed = new Set(
      Object.keys(packages).map((path) => path.split('node_modules/').at(-1)),
    );
    expect(names.filter((name) => !installed.has(name))).toEqual([]);
  });
});
