import { describe, expect, it } from '@jest/globals';
import { parseScopes } from '../../lib/auth/index.js';
import { isValueError } from '../../lib/errors/index.js';
import { PixScopeGroup } from '../../lib/providers/index.js';

const group = new PixScopeGroup('cobrancas', ['cob.write cob.read', 'cobv.read'], 'charges');

describe('parseScopes', () => {
  it.each([
    ['text', 'cob.read', ['cob.read']],
    [
      'text with several scopes separated by white space',
      ' cob.read\t cob.write\ncobv.read ',
      ['cob.read', 'cob.write', 'cobv.read'],
    ],
    ['a scope group', group, ['cob.write', 'cob.read', 'cobv.read']],
    [
      'a list of text and groups',
      ['pix.read', group, 'cob.read pix.write'],
      ['pix.read', 'cob.write', 'cob.read', 'cobv.read', 'pix.write'],
    ],
  ])('accepts %s, removes duplicates and keeps the order', (_, input, expected) => {
    expect(parseScopes(input)).toEqual(expected);
  });

  it.each([
    ['an empty text', ''],
    ['white space', ' \n '],
    ['an empty list', []],
    ['a list of empty texts', ['', ' ']],
    ['an empty group', new PixScopeGroup('none', [])],
  ])('throws a ValueError for %s', (_, input) => {
    expect(() => parseScopes(input)).toThrow(/contains no scope/);
    try {
      parseScopes(input);
    } catch (error) {
      expect(isValueError(error)).toBe(true);
    }
  });

  it.each([
    ['a number', 42, 'number'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['an object', { cob: true }, 'object'],
    ['a list with a number', ['cob.read', 7], 'number'],
    ['a list within a list', [['cob.read']], 'a list within a list'],
  ])('throws a TypeError that names the type for %s', (_, input, type) => {
    const error = new TypeError(
      `scopes must be text, a PixScopeGroup or a list of these; got ${type}`,
    );
    expect(() => parseScopes(input as never)).toThrow(error);
  });
});
