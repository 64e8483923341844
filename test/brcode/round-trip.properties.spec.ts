import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { crc16, writeTlv, type Tlv } from '../../lib/brcode/br-code.js';
import { decodeBrCode, encodeBrCode } from '../../lib/brcode/index.js';
import { refusedField } from './support/refused-field.js';

/** Text of a field, printable and not long enough to fill a template alone. */
const raw = fc.string({
  minLength: 1,
  maxLength: 20,
  unit: fc.constantFrom('a', 'Z', '0', '9', ' ', '.', '-', '*', '/', 'é'),
});

/** Fields with some of the ids, in order. */
const fieldsWithIds = (ids: readonly string[]): fc.Arbitrary<Tlv[]> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...ids), raw), { selector: ([id]) => id, maxLength: 2 })
    .map(inOrder);

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0'));

function inOrder(fields: readonly Tlv[]): Tlv[] {
  return fields.toSorted(([a], [b]) => Number(a) - Number(b));
}

function pixTemplate(...fields: Tlv[]): string {
  return writeTlv(inOrder([['00', 'br.gov.bcb.pix'], ...fields]));
}

const key = fc.constantFrom(
  '12345678909',
  '11912345684',
  '12ABC34501DE35',
  '+5561912345678',
  'loja@example.com',
  '123e4567-e12b-12d1-a456-426655440000',
);

/** The field 01 and the template of Pix. */
const target: fc.Arbitrary<Tlv[]> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom<Tlv[]>([], [['01', '11']], [['01', '12']]),
      key,
      fc.constantFrom<Tlv[]>([], [['03', '12345678']]),
      fieldsWithIds(['04', '05', '50']),
    )
    .map(([initiation, chave, fss, rest]): Tlv[] => [
      ...initiation,
      ['26', pixTemplate(['01', chave], ...fss, ...rest.slice(0, 1))],
    ]),
  fc
    .tuple(
      fc.constantFrom<Tlv[]>([], [['01', '11']], [['01', '12']]),
      fieldsWithIds(['04', '26', '99']),
    )
    .map(([initiation, rest]): Tlv[] => [
      ...initiation,
      ['26', pixTemplate(['25', 'pix.example.com/qr/v2/abc'], ...rest)],
    ]),
);

const recurrence: fc.Arbitrary<Tlv[]> = fc.oneof(
  fc.constant<Tlv[]>([]),
  fieldsWithIds(['01', '30']).map((rest): Tlv[] => [
    ['80', pixTemplate(['25', 'pix.example.com/rec/abc'], ...rest)],
  ]),
);

/** Codes as other programs write them: in order, with fields that this library does not interpret. */
const codes = fc
  .record({
    target,
    before: fieldsWithIds(range(2, 25)),
    others: fieldsWithIds(range(27, 51)),
    category: fc.constantFrom('0000', '5411', '5812'),
    amount: fc.constantFrom<Tlv[]>([], [['54', '37.00']]),
    middle: fieldsWithIds(['55', '56', '57', '61']),
    txid: fc.constantFrom('***', 'Pedido42'),
    additional: fieldsWithIds(['01', '02', '07', '08', '50']),
    after: fieldsWithIds(range(64, 79)),
    recurrence,
  })
  .map((parts) => {
    const fields: Tlv[] = [
      ['00', '01'],
      ...parts.target,
      ...parts.before,
      ...parts.others,
      ['52', parts.category],
      ['53', '986'],
      ...parts.amount,
      ['58', 'BR'],
      ['59', 'Loja'],
      ['60', 'Recife'],
      ...parts.middle,
      ['62', writeTlv(inOrder([['05', parts.txid], ...parts.additional]))],
      ...parts.after,
      ...parts.recurrence,
    ];
    const signed = `${writeTlv(inOrder(fields))}6304`;
    return signed + crc16(signed);
  });

describe('decodeBrCode and encodeBrCode', () => {
  it('give the same text, whatever fields a code has', () => {
    fc.assert(
      fc.property(codes, (text) => {
        expect(encodeBrCode(decodeBrCode(text))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('name an unknown field by its id, and inside a template by that of the template', () => {
    const body =
      '000201' +
      '26310014br.gov.bcb.pix0105a@b.c0400' +
      '5204541153039865802BR5901N6001C61081234567862110503***5000' +
      '8012' +
      '0004abcd0100' +
      '6304';
    expect(decodeBrCode(body + crc16(body)).unknownFields).toEqual({
      '26.04': '',
      '52': '5411',
      '61': '12345678',
      '62.50': '',
      '80': '0004abcd0100',
    });
  });

  const loja = { chave: 'a@b.c', nome: 'N', cidade: 'C' };
  const dynamic = { location: 'a.example/x', nome: 'N', cidade: 'C' };
  const other = '0014br.gov.bcb.pix0105x@y.z';

  it.each([
    ['no object', { ...loja, unknownFields: 'x' as never }],
    ['a list', { ...loja, unknownFields: [] as never }],
    ['no id', { ...loja, unknownFields: { nome: 'x' } }],
    ['a template that may not be extended', { ...loja, unknownFields: { '64.01': 'x' } }],
    ['a field that has a name', { ...loja, unknownFields: { 59: 'x' } }],
    ['a field of Pix that has a name', { ...loja, unknownFields: { '26.01': 'x@y.z' } }],
    ['the txid', { ...loja, unknownFields: { '62.05': 'x' } }],
    ['the CRC', { ...loja, unknownFields: { 63: 'ABCD' } }],
    ['a value that is not text', { ...loja, unknownFields: { 61: 5 as never } }],
    ['a value that is too long', { ...loja, unknownFields: { 61: 'x'.repeat(100) } }],
    ['a template that gets too long', { ...loja, unknownFields: { '62.08': 'x'.repeat(90) } }],
    ['another Pix in front', { ...loja, unknownFields: { 26: other } }],
    ['a part of a recurrence that the code has not', { ...loja, unknownFields: { '80.01': 'x' } }],
    ['another field 01', { ...dynamic, unknownFields: { '01': '11' } }],
    ['one use of a reusable code', { ...dynamic, reusable: true, unknownFields: { '01': '12' } }],
    [
      'all templates',
      { ...loja, unknownFields: Object.fromEntries(range(26, 51).map((id) => [id, 'x'])) },
    ],
  ])('refuse %s among the unknown fields', (_what, code) => {
    expect(refusedField(() => encodeBrCode(code))).toBe('unknownFields');
  });

  it('preserve another Pix after the one that readers use', () => {
    const text = encodeBrCode({ ...loja, unknownFields: { 27: other } });
    expect(decodeBrCode(text)).toEqual({ ...loja, unknownFields: { 27: other } });
  });
});
