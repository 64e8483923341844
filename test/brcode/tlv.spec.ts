import { describe, expect, it } from '@jest/globals';

import { readTlv, writeTlv, type Tlv } from '../../lib/brcode/tlv.js';

describe('the fields of a text', () => {
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
  ])('of %j are read as they are written', (text, fields) => {
    expect(writeTlv(fields)).toBe(text);
    expect([...(readTlv(text) ?? [])]).toEqual(fields);
  });

  it.each([
    ['half a head', '000'],
    ['no length', '00AB'],
    ['an id that is no number', 'X00201'],
    ['a field after a character of none', '000201X0201'],
    ['a length past the end', '000301'],
    ['a length past the end by far', '009901'],
    ['rest after the last field', '0002010'],
    ['an id that stands twice', '000201000202'],
  ])('cannot be read with %s: %j', (_what, text) => {
    expect(readTlv(text)).toBeUndefined();
  });
});
