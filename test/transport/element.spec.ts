import { describe, expect, it } from '@jest/globals';
import forge from 'node-forge';
import { Element, StructureError } from '../../lib/transport/certificate/pkcs12.js';

const parse = (...bytes: number[]): Element => Element.parse(forge, Buffer.from(bytes));

describe('an element of ASN.1', () => {
  it.each([
    [[0x02, 1, 0], 0],
    [[0x02, 1, 1], 1],
    [[0x02, 2, 0, 0x80], 128],
    [[0x02, 3, 0x0f, 0x42, 0x40], 1_000_000],
    [[0x02, 5, 1, 0, 0, 0, 0], 2 ** 32],
    [[0x02, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0], 2 ** 64],
    [[0x02, 1, 0xff], 255],
  ])('reads %j as %d', (bytes, number) => {
    expect(parse(...bytes).integer).toBe(number);
  });

  it('reads an octet string in one or several parts', () => {
    expect(parse(0x04, 2, 7, 8).octets).toEqual(Buffer.from([7, 8]));
    expect(parse(0x24, 7, 0x04, 2, 7, 8, 0x04, 1, 9).octets).toEqual(Buffer.from([7, 8, 9]));
  });

  it('reads an object identifier', () => {
    expect(parse(0x06, 3, 0x2a, 0x86, 0x48).oid).toBe('1.2.840');
  });

  it('ignores bytes after the element', () => {
    expect(parse(0x30, 3, 0x02, 1, 5, 9, 9).children.map(({ integer }) => integer)).toEqual([5]);
  });

  it.each<[string, () => unknown]>([
    ['an empty number', () => parse(0x02, 0).integer],
    ['a missing element', () => parse(0x30, 3, 0x02, 1, 5).at(1)],
    ['elements of an octet string', () => parse(0x04, 1, 7).children],
    ['an object identifier of another type', () => parse(0x04, 1, 7).oid],
    ['fewer bytes than its length', () => parse(0x04, 5, 7)],
  ])('throws a StructureError for %s', (_value, read) => {
    expect(read).toThrow(StructureError);
  });
});
