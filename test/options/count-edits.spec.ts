import { describe, expect, it } from '@jest/globals';
import { countEdits } from '../../lib/options/index.js';

describe('countEdits', () => {
  it.each([
    ['', '', 0],
    ['a', '', 1],
    ['chave', 'chave', 0],
    ['chave', 'chaves', 1],
    ['chave', 'chve', 1],
    ['chave', 'chabe', 1],
    ['chave', 'hcave', 1],
    ['chave', 'chaev', 1],
    ['ca', 'abc', 3],
    ['original', 'orgnl', 3],
    ['abcd', 'badc', 2],
    ['ab', 'ba', 1],
    ['aab', 'aba', 1],
    ['baa', 'aba', 1],
    ['aa', 'a', 1],
    ['aaa', 'a', 2],
    ['a'.repeat(64), 'b'.repeat(64), 64],
    ['a'.repeat(65), 'a', Infinity],
    ['a', 'a'.repeat(65), Infinity],
  ])('returns the number of edits from %j to %j', (from, to, edits) => {
    expect(countEdits(from, to)).toBe(edits);
  });
});
