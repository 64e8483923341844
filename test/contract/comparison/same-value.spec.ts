import { describe, expect, it } from '@jest/globals';
import { type FieldComparison, isSameValue } from '../../../lib/contract/index.js';

type Row = readonly [comparison: FieldComparison, sent: unknown, found: unknown];

const same: readonly Row[] = [
  ['decimal', '37.00', '37.0'],
  ['decimal', '37.00', '37'],
  ['decimal', '37.10', 37.1],
  ['decimal', '037.10', ' 37.1 '],
  ['decimal', '0.00', '0'],
  ['decimal', '100', '100.00'],
  ['document', '529.982.247-25', '52998224725'],
  ['document', '12ABC34501DE35', '12.abc.345/01de-35'],
  ['document', '01001-000', '01001000'],
  ['key', 'Loja@Example.com', ' loja@example.com '],
  ['key', '+5511999999999', '5511999999999'],
  ['key', '+551199999999', '551199999999'],
  ['key', '529.982.247-25', '52998224725'],
  ['key', '11.222.333/0001-81', '11222333000181'],
  ['key', '12.ABC.345/01DE-35', '12abc34501de35'],
  ['instant', '2026-01-01T00:00:00Z', '2025-12-31T21:00:00-03:00'],
  ['instant', '2026-01-01T00:00:00.999Z', '2026-01-01T00:00:00Z'],
  ['instant', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.999Z'],
  ['number', 1, '1'],
  ['number', '01', 1],
  ['url', 'https://EXAMPLE.com', 'https://example.com/'],
  ['url', 'no address', 'no address'],
  ['location', 7, { id: 7 }],
  ['location', { id: '7' }, 7],
  ['exact', 'A', 'A'],
  ['none', 'a', 'b'],
  ['text', 'São  Luís', ' SAO LUIS '],
  ['text', true, 'true'],
  ['text', undefined, ''],
  ['text', { a: 1 }, '{"a":1}'],
  ['text', { toString: null, a: 1 }, { toString: null, a: 1 }],
];

const different: readonly Row[] = [
  ['decimal', '37.00', '37.01'],
  ['decimal', '37.00', '370'],
  ['decimal', '1.10', '1.01'],
  ['decimal', '10', '1'],
  ['decimal', '37', 'x37'],
  ['decimal', '37.00', '37.00x'],
  ['decimal', '', '0'],
  ['decimal', '0.5', '0.05'],
  ['document', '52998224725', '52998224726'],
  ['document', 'AB', 'A'],
  ['key', 'a@b.com', 'a@b.com.br'],
  ['key', '+5511999999999', '11999999999'],
  // A plus sign is significant if the rest is not a telephone number.
  ['key', '+55119999999', '55119999999'],
  ['key', '+551199999999999', '551199999999999'],
  ['key', '+55119999999x9', '55119999999x9'],
  ['key', 'x+5511999999999', 'x5511999999999'],
  ['key', 'a.b.c', 'abc'],
  ['key', 'x529.982.247-25', 'x52998224725'],
  ['key', '529.982.247-255', '529982247255'],
  ['key', '1.222.333/0001-81', '1222333000181'],
  ['key', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', '7d9f03358dcc40549bf90dbd61d36906'],
  ['instant', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'],
  ['instant', '2026-01-01T00:00:01Z', '2026-01-01T00:00:00Z'],
  ['instant', 'x', '2026-01-01T00:00:00Z'],
  ['number', 1, 2],
  ['number', 'x', 'x'],
  ['url', 'https://a.example/x', 'https://a.example/X'],
  ['location', 7, { id: 8 }],
  ['location', 7, {}],
  ['exact', 'A', 'a'],
  ['exact', 1, '1'],
  ['text', 'a b', 'ab'],
  ['text', 'a', undefined],
  ['text', { a: 1 }, { a: 2 }],
];

describe('isSameValue', () => {
  it.each(same)('compared by %s returns true for %j and %j', (comparison, sent, found) => {
    expect(isSameValue(comparison, sent, found)).toBe(true);
    expect(isSameValue(comparison, found, sent)).toBe(true);
  });

  it.each(different)('compared by %s returns false for %j and %j', (comparison, sent, found) => {
    expect(isSameValue(comparison, sent, found)).toBe(false);
    expect(isSameValue(comparison, found, sent)).toBe(false);
  });
});
