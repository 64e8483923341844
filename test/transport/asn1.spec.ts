import { describe, expect, it } from '@jest/globals';
import forge from 'node-forge';
import {
  readChildren,
  readInteger,
  readOctets,
  readOid,
  parseAsn1,
  StructureError,
  type Asn1,
} from '../../lib/transport/certificate/pkcs12/asn1.js';

const parse = (...bytes: number[]): Asn1 => parseAsn1(forge, Buffer.from(bytes));

describe('ASN.1 readers', () => {
  it.each([
    [[0x02, 1, 0], 0],
    [[0x02, 1, 1], 1],
    [[0x02, 2, 0, 0x80], 128],
    [[0x02, 3, 0x0f, 0x42, 0x40], 1_000_000],
    [[0x02, 5, 1, 0, 0, 0, 0], 2 ** 32],
    [[0x02, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0], 2 ** 64],
    [[0x02, 1, 0xff], 255],
  ])('readInteger reads %j as %d', (bytes, number) => {
    expect(readInteger(parse(...bytes))).toBe(number);
  });

  it('readOctets reads an octet string in one or several parts', () => {
    expect(readOctets(parse(0x04, 2, 7, 8))).toEqual(Buffer.from([7, 8]));
    expect(readOctets(parse(0x24, 7, 0x04, 2, 7, 8, 0x04, 1, 9))).toEqual(Buffer.from([7, 8, 9]));
  });

  it('readOid reads an object identifier', () => {
    expect(readOid(forge, parse(0x06, 3, 0x2a, 0x86, 0x48))).toBe('1.2.840');
  });

  it('readChildren ignores bytes after the element', () => {
    expect(readChildren(parse(0x30, 3, 0x02, 1, 5, 9, 9)).map(readInteger)).toEqual([5]);
  });

  it.each<[string, () => unknown]>([
    ['an empty number', () => readInteger(parse(0x02, 0))],
    ['a missing number', () => readInteger(undefined)],
    ['missing octets', () => readOctets(undefined)],
    ['missing elements', () => readChildren(undefined)],
    ['elements of an octet string', () => readChildren(parse(0x04, 1, 7))],
    ['an object identifier of another type', () => readOid(forge, parse(0x04, 1, 7))],
    ['a missing object identifier', () => readOid(forge, undefined)],
    ['fewer bytes than its length', () => parse(0x04, 5, 7)],
  ])('throw a StructureError for %s', (_value, read) => {
    expect(read).toThrow(StructureError);
  });
});
