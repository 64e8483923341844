import { describe, expect, it } from '@jest/globals';
import { filterReaching } from './imports.js';

describe('filterReaching', () => {
  it.each([
    ['test/mutation/fixture/limit-tests.ts', 'test/mutation/fixture/limit.ts', true],
    ['test/mutation/fixture/limit-tests.ts', 'lib/brcode/br-code.ts', false],
    // Through the name of the package.
    ['sample-app/test/read-settings.spec.ts', 'lib/index.ts', true],
  ])('for %s and %s matches: %p', (spec, source, expected) => {
    expect(filterReaching([spec], new Set([source]))).toEqual(expected ? [spec] : []);
  });
});
