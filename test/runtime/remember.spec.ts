import { expect, it } from '@jest/globals';
import { remember } from '../../lib/runtime/index.js';

it('forgets the oldest entry above the number of entries', () => {
  const entries = new Map<string, number>();
  ['a', 'b', 'a', 'c'].forEach((key, index) => remember(entries, key, index, 2));
  expect([...entries]).toEqual([
    ['a', 2],
    ['c', 3],
  ]);
});

it('keeps the only entry, whatever the number of entries', () => {
  const entries = new Map([['a', 1]]);
  remember(entries, 'a', 2, 1);
  expect([...entries]).toEqual([['a', 2]]);
});
