import { describe, expect, it } from '@jest/globals';
import { compareParts } from '../../../lib/client/settlement/compare-parts.js';
import { findOperation } from '../../../lib/contract/index.js';

const { parts } = findOperation('lotecobv.create')!.settle!;
const [A, B] = ['a'.repeat(26), 'b'.repeat(26)];
const charge = (txid: string, original = '1.00') => ({
  txid,
  calendario: { dataDeVencimento: '2030-01-31' },
  valor: { original },
  chave: 'pix@example.com',
});
const listed = (txid: string, status = 'CRIADA') => ({ txid, status });
const sent = { descricao: 'x', cobsv: [charge(A), charge(B)] };

function compare(record: object, records: Record<string, object> = {}, whole = true) {
  const all: Record<string, object> = {
    [A]: { ...charge(A), status: 'ATIVA' },
    [B]: { ...charge(B), status: 'ATIVA' },
    ...records,
  };
  return compareParts(parts!, sent, record, (key) => Promise.resolve(all[key]), whole);
}

describe('compareParts', () => {
  it('returns no differences when the charges are equal', async () => {
    await expect(compare({ cobsv: [listed(B), listed(A)] })).resolves.toEqual([]);
  });

  it('names the index and the field of a difference', async () => {
    const records = { [B]: { ...charge(B, '2.00'), status: 'ATIVA' } };
    await expect(compare({ cobsv: [listed(A), listed(B)] }, records)).resolves.toEqual([
      'cobsv[1].valor.original',
    ]);
  });

  it('reports the status of a charge that the provider denied', async () => {
    await expect(compare({ cobsv: [listed(A, 'NEGADA'), listed(B)] })).resolves.toEqual([
      'cobsv[0].status',
    ]);
  });

  it('reports the status of a charge that was removed later', async () => {
    const records = { [A]: { ...charge(A), status: 'REMOVIDA_PELO_PSP' } };
    await expect(compare({ cobsv: [listed(A), listed(B)] }, records)).resolves.toEqual([
      'cobsv[0].status',
    ]);
  });

  it('reports the txid of a charge without a record', async () => {
    const records = { [A]: undefined as unknown as object };
    await expect(compare({ cobsv: [listed(A), listed(B)] }, records)).resolves.toEqual([
      'cobsv[0].txid',
    ]);
  });

  it.each([
    [{ cobsv: [listed(A)] }],
    [{ cobsv: [listed(A), listed(B), listed('c'.repeat(26))] }],
    [{}],
    [{ cobsv: 'x' }],
  ])('reports a whole batch whose number of charges differs: %j', async (record) => {
    await expect(compare(record)).resolves.toEqual(['cobsv']);
  });

  it('reads at most four charges at a time', async () => {
    const txids = Array.from({ length: 9 }, (_, index) => `${index}`.repeat(26));
    const batch = { cobsv: txids.map((txid) => charge(txid)) };
    let open = 0;
    const most: number[] = [];
    const read = async (txid: string) => {
      most.push((open += 1));
      await new Promise(setImmediate);
      open -= 1;
      return { ...charge(txid), status: 'ATIVA' };
    };
    const record = { cobsv: txids.map((txid) => listed(txid)) };
    await expect(compareParts(parts!, batch, record, read, true)).resolves.toEqual([]);
    expect(most).toHaveLength(9);
    expect(Math.max(...most)).toBe(4);
  });

  it('allows other charges in addition to a part of a batch', async () => {
    const others = { cobsv: [listed(A), listed(B), listed('c'.repeat(26))] };
    await expect(compare(others, {}, false)).resolves.toEqual([]);
    await expect(compare({ cobsv: [listed(A), null] }, {}, false)).resolves.toEqual([
      'cobsv[1].txid',
    ]);
  });
});
