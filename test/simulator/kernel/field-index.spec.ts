import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { selectPage } from '../../../devkit/simulator/api/lists.js';
import { RecordFeed, TimedRecordStore } from '../../../devkit/simulator/kernel/records.js';

interface Charge {
  readonly id: number;
  readonly createdAt: number;
  readonly status: string;
  readonly cpf: string | undefined;
}

const createStore = () =>
  new TimedRecordStore<Charge, number>(new RecordFeed(), {
    name: 'charges',
    getKey: ({ id }) => id,
  });

const fields = {
  status: ({ status }: Charge) => status,
  cpf: ({ cpf }: Charge) => cpf,
};

const status = fc.constantFrom('ATIVA', 'CONCLUIDA');
const cpf = fc.constantFrom('1', '2', undefined);
const id = fc.nat(20);
const time = fc.nat(5);
const charge = fc.record({ id, createdAt: time, status, cpf });

type Store = TimedRecordStore<Charge, number>;
type Step = (store: Store) => void;

const step: fc.Arbitrary<Step> = fc.oneof(
  charge.map(
    (record): Step =>
      (store) =>
        store.add(record),
  ),
  charge.map(
    (record): Step =>
      (store) =>
        store.restore(record),
  ),
  fc.tuple(id, status, cpf, fc.boolean()).map(([key, next, payer, fails]): Step => {
    return (store) => {
      const record = store.get(key);
      if (record === undefined) return;
      const change = () =>
        store.update(record, (draft) => {
          draft.status = next;
          if (fails) throw new Error('refused');
          draft.cpf = payer;
        });
      if (fails) expect(change).toThrow('refused');
      else change();
    };
  }),
  id.map(
    (key): Step =>
      (store) =>
        store.delete(key),
  ),
  fc.constant<Step>((store) => {
    store.clear();
  }),
);

const filter = fc.record({
  inicio: time.map((at) => new Date(at)),
  fim: time.map((at) => new Date(at)),
  paginaAtual: fc.nat(2),
  itensPorPagina: fc.integer({ min: 1, max: 3 }),
  status: fc.option(status, { nil: undefined }),
  cpf: fc.option(fc.constantFrom('1', '2'), { nil: undefined }),
});

describe('the index of fields', () => {
  it('selects the pages that a scan of all records selects', () => {
    const run = fc.tuple(step, filter);
    fc.assert(
      fc.property(fc.array(run, { maxLength: 40 }), (runs) => {
        const store = createStore();
        for (const [change, asked] of runs) {
          change(store);
          const scan = selectPage(
            store.byCreation,
            asked,
            (record) =>
              (asked.status === undefined || record.status === asked.status) &&
              (asked.cpf === undefined || record.cpf === asked.cpf),
          );
          expect(selectPage(store.findBy(fields, asked), asked)).toEqual(scan);
        }
      }),
    );
  });

  it('reads no record for a page, and only the changed record after a change', () => {
    const store = createStore();
    const read: number[] = [];
    const counting = {
      status: (record: Charge) => {
        read.push(record.id);
        return record.status;
      },
      cpf: fields.cpf,
    };
    for (let key = 0; key < 1_000; key += 1) {
      store.add({ id: key, createdAt: key, status: 'ATIVA', cpf: String(key % 10) });
    }
    const list = () =>
      selectPage(store.findBy(counting, { status: 'ATIVA', cpf: '3' }), { itensPorPagina: 2 });

    expect(list().parametros.paginacao.quantidadeTotalDeItens).toBe(100);
    expect(read).toHaveLength(1_000);
    read.length = 0;
    expect(list().items.map((record) => record.id)).toEqual([3, 13]);
    expect(read).toEqual([]);
    store.update(store.require(3), (draft) => {
      draft.status = 'CONCLUIDA';
    });
    expect(list().items.map((record) => record.id)).toEqual([13, 23]);
    expect(read).toEqual([3, 3]);
  });
});
