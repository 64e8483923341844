import { describe, expect, it } from '@jest/globals';
import { encodeRecord, resolveReferences } from '../../../devkit/simulator/kernel/records.js';

describe('encodeRecord', () => {
  it('encodes references to other records, which resolve to the same objects', () => {
    const loc = { id: 7 };
    const pix = { endToEndId: 'E1', devolucoes: [] };
    const cob = { txid: 'a', loc, pix: [pix], limite: Infinity, conteudo: { valor: '1.00' } };
    const references = new Map<object, [string, string]>([
      [loc, ['locs', '7']],
      [pix, ['pix', 'E1']],
      [cob, ['cobs', 'a']],
    ]);
    const text = encodeRecord(cob, (value) => references.get(value));
    expect(text).not.toContain('devolucoes');
    const read = JSON.parse(text) as typeof cob;
    resolveReferences(read, ([store]) => (store === 'locs' ? loc : pix));
    expect(read).toEqual(cob);
    expect(read.loc).toBe(loc);
    expect(read.pix[0]).toBe(pix);
  });

  it('preserves a body with any property names', () => {
    const body = JSON.parse(
      '{"a":{"$record":5},"b":[{"$number":"1"}],"__proto__":{"$":1},"$c":{"$$record":["d","7"]}}',
    ) as object;
    const read = JSON.parse(encodeRecord({ body }, () => undefined)) as object;
    resolveReferences(read, () => ({ mistaken: 'for a record' }));
    expect(JSON.stringify(read)).toBe(JSON.stringify({ body }));
  });
});
