import { describe, expect, it } from '@jest/globals';
import { Element, StructureError } from '../../lib/transport/certificate/pkcs12.js';

const parse = (...bytes: number[]): Promise<Element> => Element.parse(Buffer.from(bytes));

describe('an element of ASN.1', () => {
  it.each([
    [[0x02, 1, 0], 0],
    [[0x02, 1, 1], 1],
    [[0x02, 2, 0, 0x80], 128],
    [[0x02, 3, 0x0f, 0x42, 0x40], 1_000_000],
    [[0x02, 5, 1, 0, 0, 0, 0], 2 ** 32],
    [[0x02, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0], 2 ** 64],
    [[0x02, 1, 0xff], 255],
  ])('reads %j as %d', async (bytes, number) => {
    expect((await parse(...bytes)).integer).toBe(number);
  });

  it('reads an octet string in one or several parts', async () => {
    expect((await parse(0x04, 2, 7, 8)).octets).toEqual(Buffer.from([7, 8]));
    const { octets } = await parse(0x24, 7, 0x04, 2, 7, 8, 0x04, 1, 9);
    expect(octets).toEqual(Buffer.from([7, 8, 9]));
  });

  it('reads an object identifier by its name, or in dotted form', async () => {
    expect((await parse(0x06, 5, 0x2b, 0x0e, 3, 2, 26)).id).toBe('sha1');
    expect((await parse(0x06, 3, 0x2a, 0x86, 0x48)).id).toBe('1.2.840');
  });

  it('ignores bytes after the element', async () => {
    const { children } = await parse(0x30, 3, 0x02, 1, 5, 9, 9);
    expect(children.map(({ integer }) => integer)).toEqual([5]);
  });

  it('finds an element by a path, also from the end', async () => {
    const element = await parse(0x30, 8, 0x02, 1, 5, 0x30, 3, 0x02, 1, 6);
    expect([element.at(0), element.at(1, 0), element.at(-2)].map((each) => each.integer)).toEqual([
      5, 6, 5,
    ]);
  });

  it.each<[string, number[], (element: Element) => unknown]>([
    ['an empty number', [0x02, 0], ({ integer }) => integer],
    ['a missing element', [0x30, 3, 0x02, 1, 5], (element) => element.at(1)],
    ['elements of an octet string', [0x04, 1, 7], ({ children }) => children],
    ['an object identifier of another type', [0x04, 1, 7], ({ id }) => id],
    ['fewer bytes than its length', [0x04, 5, 7], (element) => element],
  ])('throws a StructureError for %s', async (_value, bytes, read) => {
    await expect(parse(...bytes).then(read)).rejects.toThrow(StructureError);
  });
});
