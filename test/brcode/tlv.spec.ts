import { describe, expect, it } from '@jest/globals';

import { readTlv, writeTlv, type Tlv } from '../../lib/brcode/br-code.js';

describe('readTlv and writeTlv', () => {
  it.each<[text: string, fields: Tlv[]]>([
    ['', []],
    ['0000', [['00', '']]],
    ['000201', [['00', '01']]],
    [
      '5902BR00000110é234567890',
      [
        ['59', 'BR'],
        ['00', ''],
        ['01', 'é234567890'],
      ],
    ],
  ])('read %j and write it unchanged', (text, fields) => {
    expect(writeTlv(fields)).toBe(text);
    expect([...(readTlv(text) ?? [])]).toEqual(fields);
  });

  it.each([
    ['half a header', '000'],
    ['no length', '00AB'],
    ['an id that is not a number', 'X00201'],
    ['a character outside a field', '000201X0201'],
    ['a length past the end', '000301'],
    ['a length far past the end', '009901'],
    ['extra text after the last field', '0002010'],
    ['a duplicate id', '000201000202'],
  ])('refuse %s: %j', (_case, text) => {
    expect(readTlv(text)).toBeUndefined();
  });
});
