import { describe, expect, it } from '@jest/globals';
import { selectPage } from '../../../../devkit/simulator/api/lists.js';
import { TimeIndex } from '../../../../devkit/simulator/kernel/time-index.js';

function createIndex(...times: number[]): TimeIndex<string> {
  const index = new TimeIndex<string>();
  times.forEach((time, position) => {
    index.add(time, `${time}#${position}`);
  });
  return index;
}

describe('TimeIndex', () => {
  it('includes both ends of a period', () => {
    const index = createIndex(10, 20, 30, 40);
    expect(index.slice(...index.range(20, 30))).toEqual(['20#1', '30#2']);
    expect(index.slice(...index.range(11, 19))).toEqual([]);
    expect(index.slice(...index.range(30, 20))).toEqual([]);
    expect(index.slice(...index.range(0, 99))).toHaveLength(4);
  });

  it('keeps items in order of time when one is added late', () => {
    const index = createIndex(10, 30, 20, 20);
    expect(index.slice(0, 4)).toEqual(['10#0', '20#2', '20#3', '30#1']);
  });
});

describe('selectPage', () => {
  const period = { inicio: new Date(0), fim: new Date(100) };

  it('selects pages and counts them', () => {
    const index = createIndex(1, 2, 3, 4, 5);
    expect(selectPage(index, { ...period, paginaAtual: 1, itensPorPagina: 2 })).toMatchObject({
      items: ['3#2', '4#3'],
      parametros: {
        paginacao: {
          paginaAtual: 1,
          itensPorPagina: 2,
          quantidadeDePaginas: 3,
          quantidadeTotalDeItens: 5,
        },
      },
    });
  });

  it('counts only items that match the filter', () => {
    const index = createIndex(1, 2, 3, 4, 5);
    const page = selectPage(
      index,
      { ...period, paginaAtual: 0, itensPorPagina: 2 },
      (item) => Number(item[0]) % 2 === 1,
    );
    expect(page.items).toEqual(['1#0', '3#2']);
    expect(page.parametros.paginacao.quantidadeTotalDeItens).toBe(3);
  });

  it('returns an empty page after the last, and one page for an empty list', () => {
    const index = createIndex(1);
    expect(selectPage(index, { ...period, paginaAtual: 7, itensPorPagina: 2 }).items).toEqual([]);
    const none = selectPage(createIndex(), { ...period, paginaAtual: 0, itensPorPagina: 2 });
    expect(none.parametros.paginacao.quantidadeDePaginas).toBe(1);
  });
});
