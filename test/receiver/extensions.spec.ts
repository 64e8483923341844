import type { X509Certificate } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  readElements,
  readExtensions,
} from '../../lib/receiver/authentication/certificate-chain.js';

/** Encodes a DER element with a length in the shortest form. */
function der(tag: number, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    contents.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)),
  );
  const { length } = content;
  const header = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

const SEQUENCE = 0x30;
const KEY_USAGE = '551d0f';
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';
const NAME_CONSTRAINTS = '551d1e';
const POLICIES = '551d20';
const EXTENDED_KEY_USAGE = '551d25';

const extension = (id: string, value: Buffer, critical?: string) =>
  der(
    SEQUENCE,
    der(0x06, id),
    ...(critical === undefined ? [] : [der(0x01, critical)]),
    der(0x04, value),
  );
const constraints = (pathLength?: string) =>
  der(SEQUENCE, der(0x01, 'ff'), ...(pathLength === undefined ? [] : [der(0x02, pathLength)]));

function certificate(...extensions: Buffer[]): X509Certificate {
  const body = der(SEQUENCE, der(0x02, '01'), der(0xa3, der(SEQUENCE, ...extensions)));
  return { raw: der(SEQUENCE, body, der(0x03, '00')) } as unknown as X509Certificate;
}

describe('readElements', () => {
  it.each([
    ['nothing', '', []],
    ['an empty element', '0500', [[0x05, '']]],
    ['several elements', '020101 0402abcd', [[0x02, '01'], [0x04, 'abcd']]], // prettier-ignore
    ['a length of one byte', `0481 80${'ab'.repeat(128)}`, [[0x04, 'ab'.repeat(128)]]],
    ['a length of four bytes', '048400000002abcd', [[0x04, 'abcd']]],
  ])('reads %s', (_name, hex, expected) => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    const read = readElements(bytes).map(({ tag, content }) => [tag, content.toString('hex')]);
    expect(read).toEqual(expected);
  });

  it.each([
    ['a tag of several bytes', '1f0100'],
    ['a length of five bytes', '04850000000001ab'],
    ['an indefinite length', '048004000000'],
    ['a length past the end', '0403abcd'],
    ['a tag without a length', '04'],
    ['an end within the length', '0482'],
  ])('throws a RangeError for %s', (_name, hex) => {
    expect(() => readElements(Buffer.from(hex, 'hex'))).toThrow(
      expect.objectContaining({ name: 'RangeError' }),
    );
  });
});

describe('readExtensions', () => {
  it.each([
    [Infinity, undefined],
    [0, '00'],
    [3, '03'],
    [128, '0080'],
    [2 ** 31 - 1, '7fffffff'],
    [-1, 'ff'],
    [-1, '80'],
  ])('reads the path length %d (%s)', (pathLength, hex) => {
    const read = readExtensions(certificate(extension(BASIC_CONSTRAINTS, constraints(hex), 'ff')));
    expect(read).toMatchObject({ pathLength, hasUnsupported: false });
  });

  it('reports no path length when there are no basic constraints', () => {
    const expected = { pathLength: Infinity, hasUnsupported: false, maySign: true };
    expect(readExtensions(certificate())).toEqual(expected);
    const bare = { raw: der(SEQUENCE, der(SEQUENCE, der(0x02, '01'))) };
    expect(readExtensions(bare as unknown as X509Certificate)).toEqual(expected);
    expect(readExtensions({ raw: der(SEQUENCE) } as unknown as X509Certificate)).toEqual(expected);
  });

  it.each([
    ['supported and critical', KEY_USAGE, 'ff', false],
    ['supported and critical', SUBJECT_ALT_NAME, 'ff', false],
    ['supported and critical', POLICIES, 'ff', false],
    ['supported and critical', EXTENDED_KEY_USAGE, 'ff', false],
    ['supported', KEY_USAGE, undefined, false],
    ['unknown and critical', '551d24', 'ff', true],
    ['unknown and critical in another encoding of true', '551d24', '01', true],
    ['unknown and explicitly not critical', '551d24', '00', false],
    ['unknown', '551d24', undefined, false],
    ['name constraints', NAME_CONSTRAINTS, undefined, true],
    ['critical name constraints', NAME_CONSTRAINTS, 'ff', true],
  ])(
    'reads a certificate with an extension that is %s (%s, %s), hasUnsupported: %p',
    (_name, id, critical, hasUnsupported) => {
      const others = [extension(KEY_USAGE, der(0x03, '00')), extension(POLICIES, der(SEQUENCE))];
      const read = readExtensions(certificate(extension(id, der(SEQUENCE), critical), ...others));
      expect(read).toMatchObject({ pathLength: Infinity, hasUnsupported });
    },
  );

  it.each([
    ['that is not a sequence', { raw: der(0x31) }],
    ['that is empty', { raw: Buffer.alloc(0) }],
    [
      'whose extensions are not a sequence',
      { raw: der(SEQUENCE, der(SEQUENCE, der(0xa3, der(0x31)))) },
    ],
    ['with an extension without a name', certificate(der(SEQUENCE, der(0x04, '00')))],
    ['with an empty extension', certificate(der(SEQUENCE))],
    ['with an empty path length', certificate(extension(BASIC_CONSTRAINTS, constraints('')))],
    [
      'with a long path length',
      certificate(extension(BASIC_CONSTRAINTS, constraints('0000000001'))),
    ],
    ['with malformed constraints', certificate(extension(BASIC_CONSTRAINTS, der(0x04)))],
  ])('throws a RangeError for a certificate %s', (_name, broken) => {
    expect(() => readExtensions(broken as unknown as X509Certificate)).toThrow(
      expect.objectContaining({ name: 'RangeError' }),
    );
  });
});
