import { expect, it } from '@jest/globals';
import { createBom, getLicense, isPermissive, withRuntimeLock } from './runtime-packages.js';

it('the packages install these beside their peers, with permissive licenses', () => {
  const { components } = withRuntimeLock(createBom);
  expect(components.map(({ name }) => name).sort()).toEqual([
    'commander',
    'jose',
    'node-forge',
    'papaparse',
    'proxy-from-env',
    'rate-limiter-flexible',
  ]);
  const licenses = components.map(getLicense);
  expect(licenses.filter((license) => !isPermissive(license))).toEqual([]);
});

it.each(['', 'GPL-3.0-only', 'SEE LICENSE IN LICENSE'])(
  'the license %j is not permissive',
  (license) => {
    expect(isPermissive(license)).toBe(false);
  },
);
