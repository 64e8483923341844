import { describe, expect, it } from '@jest/globals';
import { filterReaching } from './imports.js';

describe('the spec files that load a source', () => {
  it.each([
    ['test/mutation/fixture/limit-tests.ts', 'test/mutation/fixture/limit.ts', true],
    ['test/mutation/fixture/limit-tests.ts', 'lib/brcode/crc16.ts', false],
    // Through the package's own name.
    ['sample-app/test/read-settings.spec.ts', 'lib/index.ts', true],
  ])('%s loads %s: %p', (spec, source, expected) => {
    expect(filterReaching([spec], new Set([source]))).toEqual(expected ? [spec] : []);
  });
});
