import { describe, expect, it } from '@jest/globals';
import { splitPeriod } from '../../lib/client/paginate.js';
import { InMemoryClient } from './support/in-memory-client.js';

const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-02T00:00:00Z' };
const record = (txid: string, more: object = {}) => ({ txid, status: 'ATIVA', ...COB, ...more });
const page = (cobs: object[], paginacao: object = { quantidadeDePaginas: 1 }) => ({
  body: { parametros: { paginacao }, cobs },
});

async function collect(items: AsyncIterable<{ txid: string }>): Promise<string[]> {
  const txids: string[] = [];
  for await (const { txid } of items) txids.push(txid);
  return txids;
}

describe('findCandidates', () => {
  it('omits removed records and records that differ', async () => {
    const bank = new InMemoryClient();
    bank.script(
      page([
        record('a', { status: 'REMOVIDA_PELO_PSP' }),
        record('b'),
        record('c', { chave: 'x@y.z' }),
        record('d', { status: 'CONCLUIDA' }),
      ]),
    );
    const found = await bank.client.cob.findCandidates(COB);
    expect(found.map(({ txid }) => txid)).toEqual(['b', 'd']);
  });

  it('searches from 10 minutes ago to 1 minute ahead by default', async () => {
    const bank = new InMemoryClient();
    bank.script(page([]), page([]));
    const now = bank.runtime.now();
    await bank.client.cob.findCandidates(COB);
    const query = new URL(bank.requests[0]!.url).searchParams;
    const inicio = Date.parse(query.get('inicio')!);
    expect(inicio).toBe(now - 600_000);
    const fim = Date.parse(query.get('fim')!);
    expect(fim - inicio).toBe(660_000);
    await bank.client.cob.findCandidates(COB, PERIOD);
    expect(bank.requests[1]!.url).toContain('inicio=2026-01-01T00%3A00%3A00Z&fim=2026-01-02');
  });
});

describe('iterate', () => {
  it('starts with the page of the filter', async () => {
    const bank = new InMemoryClient();
    bank.script(page([record('c')], { paginaAtual: 2, quantidadeDePaginas: 3 }));
    const filter = { ...PERIOD, paginaAtual: 2 };
    await expect(collect(bank.client.cob.iterate(filter))).resolves.toEqual(['c']);
    expect(bank.requests[0]!.url).toContain('paginacao.paginaAtual=2');
  });

  it('accepts page numbers that are text', async () => {
    const bank = new InMemoryClient();
    bank.script(
      page([record('a')], { paginaAtual: '0', quantidadeDePaginas: '2' }),
      page([record('b')], { paginaAtual: '1', quantidadeDePaginas: '2' }),
    );
    await expect(collect(bank.client.cob.iterate(PERIOD))).resolves.toEqual(['a', 'b']);
  });

  it('stops at an empty page, whatever quantidadeDePaginas is', async () => {
    const bank = new InMemoryClient();
    bank.script(page([record('a')], { quantidadeDePaginas: 9 }), page([], {}));
    await expect(collect(bank.client.cob.iterate(PERIOD))).resolves.toEqual(['a']);
  });

  it.each([
    ['another page than requested', [page([record('a')], { paginaAtual: 1 })], 'page 0'],
    [
      'the same first item again',
      [page([record('a')], { quantidadeDePaginas: 3 }), page([record('a')], {})],
      'page 1',
    ],
  ])('fails when the provider returns %s', async (_, script, detail) => {
    const bank = new InMemoryClient();
    bank.script(...script);
    await expect(collect(bank.client.cob.iterate(PERIOD))).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      title: 'Page ignored',
      status: 200,
      operation: 'GET /cob',
      provider: 'scripted',
      detail: expect.stringContaining(detail),
    });
  });

  describe('of a list that is shorter than it states', () => {
    const items = (count: number) => Array.from({ length: count }, (_, n) => record(`t${n}`));
    const total = (quantidadeTotalDeItens: unknown, quantidadeDePaginas?: unknown) => ({
      quantidadeDePaginas,
      quantidadeTotalDeItens,
    });

    async function read(filter: object, ...script: Parameters<InMemoryClient['script']>) {
      const bank = new InMemoryClient();
      bank.script(...script);
      const found: string[] = [];
      const iterate = async () => {
        for await (const { txid } of bank.client.cob.iterate({ ...PERIOD, ...filter })) {
          found.push(txid);
        }
      };
      const error = await iterate().catch((reason: unknown) => reason);
      return { found: found.length, error };
    }
    const incomplete = (detail: string) =>
      expect.objectContaining({
        name: 'PixRespostaInvalidaError',
        title: 'List incomplete',
        operation: 'GET /cob',
        detail: expect.stringContaining(detail),
      });

    it.each([
      ['one page with fewer items', [page(items(2), total(3, 1))], 2, '2 of the 3 items'],
      ['no number of pages', [page(items(2), total(3))], 2, '2 of the 3 items'],
      ['numbers that are text', [page(items(2), total('3', '1'))], 2, '2 of the 3 items'],
      [
        'an empty page before the last',
        [page(items(2), total(5, 3)), page([], total(5, 3))],
        2,
        '2 of the 5 items',
      ],
      [
        'an empty page before the last, and no number of items',
        [page(items(2), total(undefined, 3)), page([], total(undefined, 3))],
        2,
        '1 of the 3 pages',
      ],
      ['a number that is none', [page(items(2), total('25 itens', 1))], 2, '2 of the unreadable'],
      [
        'an item twice',
        [page(items(2), total(4, 2)), page([record('t2'), record('t1')], total(4, 2))],
        3,
        '3 of the 4 items',
      ],
      [
        'no list',
        [{ body: { parametros: { paginacao: total(3, 1) }, cobs: null } }],
        0,
        '0 of the 3 items',
      ],
    ])('fails after the items that it has: %s', async (_, script, found, detail) => {
      expect(await read({}, ...script)).toEqual({ found, error: incomplete(detail) });
    });

    it('counts the items of the pages before the first that it reads', async () => {
      const paginacao = { ...total(9, 3), itensPorPagina: 4 };
      const filter = { paginaAtual: 2 };
      expect(await read(filter, page(items(1), paginacao))).toEqual({ found: 1, error: undefined });
      const short = await read(
        filter,
        page(items(1), { ...paginacao, quantidadeTotalDeItens: 10 }),
      );
      expect(short).toEqual({ found: 1, error: incomplete('9 of the 10 items') });
    });

    it.each([
      ['grew', [total(3, 2), total(4, 3), total(4, 3)], [2, 1, 1]],
      ['shrank, so that its last page is empty', [total(3, 2), total(2, 1), total(2, 1)], [2, 0]],
      ['lost most of its items', [total(6, 3), ...Array(3).fill(total(3, 2))], [2, 1]],
    ])('accepts a list that %s while it was read', async (_, numbers, lengths) => {
      // After it has shrunk, its pages are read again.
      const pages = numbers.map((each: object, index) => {
        const at = index % lengths.length;
        return page(
          items(lengths[at] ?? 0).map(({ txid }) => record(`${at}${txid}`)),
          each,
        );
      });
      const found = lengths.reduce((sum, length) => sum + length);
      expect(await read({}, ...pages)).toEqual({ found, error: undefined });
    });

    it.each([
      [100, {}, {}],
      [50, {}, {}],
      [100, { itensPorPagina: 200 }, {}],
      [100, { itensPorPagina: 200 }, { itensPorPagina: 200 }],
      [100, {}, { quantidadeTotalDeItens: 0 }],
      [100, {}, { quantidadeDePaginas: 0 }],
    ])(
      'reads pages of %d until one is empty if there are no true numbers: %j, %j',
      async (size, filter, numbers) => {
        const all = items(250);
        const pages = [0, 1, 2, 3, 4, 5].map((n) => all.slice(n * size, (n + 1) * size));
        const script = pages.map((each) => page(each, numbers));
        expect(await read(filter, ...script)).toEqual({ found: 250, error: undefined });
      },
    );

    it('reads a list once whose provider ignores the page, unless the page is full', async () => {
      const few = [page(items(2), { paginaAtual: 0 }), page(items(2), { paginaAtual: 0 })];
      expect(await read({}, ...few)).toEqual({ found: 2, error: undefined });
      const full = [page(items(100), {}), page(items(100), {})];
      const ignored = { found: 100, error: { title: 'Page ignored' } };
      expect(await read({}, ...full)).toMatchObject(ignored);
      const other = [page(items(2), {}), page([record('t0'), record('new')], {})];
      expect(await read({}, ...other)).toMatchObject({
        found: 2,
        error: { title: 'Page ignored' },
      });
    });

    it('counts full pages before the first that it reads if their size is not stated', async () => {
      const all = items(250);
      const pages = (last: number) => [
        page(all.slice(100, 200), total(250, 3)),
        page(all.slice(200, last), total(250, 3)),
      ];
      const complete = { found: 150, error: undefined };
      expect(await read({ paginaAtual: 1 }, ...pages(250))).toEqual(complete);
      const short = { found: 105, error: incomplete('205 of the 250 items') };
      expect(await read({ paginaAtual: 1 }, ...pages(205))).toEqual(short);
      const alone = page(all.slice(200, 205), total(250, 3));
      const lastOnly = { found: 5, error: incomplete('205 of the 250 items') };
      expect(await read({ paginaAtual: 2 }, alone)).toEqual(lastOnly);
    });

    it('fails in findCandidates', async () => {
      const bank = new InMemoryClient();
      bank.script(page(items(2), total(3, 1)));
      await expect(bank.client.cob.findCandidates(COB)).rejects.toEqual(
        incomplete('2 of the 3 items'),
      );
    });
  });

  describe('at a provider that refuses long periods', () => {
    const LONG = { inicio: '2026-01-01T00:00:00Z', fim: '2026-03-01T00:00:00Z' };
    const refused = (status: number) => ({ status, body: { title: 'Período longo', status } });

    function open(days: number, status = 422) {
      const bank = new InMemoryClient();
      bank.answer = ({ url }) => {
        const query = new URL(url).searchParams;
        const [inicio, fim] = ['inicio', 'fim'].map((name) => Date.parse(query.get(name)!));
        return fim! - inicio! > days * 86_400_000 ? refused(status) : page([record(String(fim))]);
      };
      return bank;
    }

    it.each([400, 422])('halves the period until it is accepted (%d)', async (status) => {
      const bank = open(7, status);
      const ends = await collect(bank.client.cob.iterate(LONG, { splitPeriods: true }));
      expect(ends).toHaveLength(16);
      expect(ends.at(-1)).toBe(String(Date.parse(LONG.fim)));
      const accepted = bank.requests.slice(4).map(({ url }) => new URL(url).searchParams);
      expect(accepted[0]!.get('inicio')).toMatch(/^2026-01-01T00:00:00/);
      for (const [index, query] of accepted.slice(1).entries()) {
        expect(query.get('inicio')).toBe(accepted[index]!.get('fim'));
      }
    });

    it('halves a 422 without splitPeriods, and in findCandidates, and returns each item once', async () => {
      const bank = open(7);
      expect(await collect(bank.client.cob.iterate(LONG))).toHaveLength(16);
      expect(await bank.client.cob.findCandidates(COB, LONG)).toHaveLength(16);
      bank.answer = ({ url }) => {
        const query = new URL(url).searchParams;
        const instants = ['inicio', 'fim'].map((name) => Date.parse(query.get(name)!));
        if (instants[1]! - instants[0]! > 7 * 86_400_000) return refused(422);
        return page(instants.map((instant) => record(String(instant))));
      };
      const all = await collect(bank.client.cob.iterate(LONG));
      expect(all).toHaveLength(17);
      expect(new Set(all).size).toBe(17);
    });

    it('halves down to a minute', async () => {
      const ends = await collect(
        open(1 / 1440).client.cob.iterate(
          { inicio: PERIOD.inicio, fim: '2026-01-01T00:07:00Z' },
          { splitPeriods: true },
        ),
      );
      expect(ends.length).toBeGreaterThanOrEqual(7);
      expect(ends.at(-1)).toBe(String(Date.parse('2026-01-01T00:07:00Z')));
    });

    it('throws a refusal of a minute, of a page, and a 400 without splitPeriods', async () => {
      const bank = open(0);
      const rejects = (list: AsyncIterable<{ txid: string }>, status: number) =>
        expect(collect(list)).rejects.toMatchObject({ status });
      await rejects(bank.client.cob.iterate(PERIOD, { splitPeriods: true }), 422);
      expect(bank.requests).toHaveLength(12);
      await rejects(bank.client.cob.iterate({ ...LONG, paginaAtual: 1 }), 422);
      await rejects(open(0, 400).client.cob.iterate(LONG), 400);
      expect(bank.requests).toHaveLength(13);
    });

    it('throws a refusal of a later page', async () => {
      const bank = new InMemoryClient();
      bank.script(page([record('a')], { quantidadeDePaginas: 2 }), refused(422));
      const list = bank.client.cob.iterate(LONG, { splitPeriods: true });
      await expect(collect(list)).rejects.toMatchObject({ status: 422 });
      expect(bank.requests).toHaveLength(2);
    });
  });

  it.each([
    ['a notice', { message: 'maintenance' }],
    ['no list, and no number of items', { parametros: { paginacao: { quantidadeDePaginas: 1 } } }],
    ['null instead of the list', { parametros: {}, cobs: null }],
    ['one record instead of the list', { ...page([]).body, cobs: record('a') }],
  ])('refuses a body with %s', async (_, body) => {
    const bank = new InMemoryClient();
    bank.script({ body });
    await expect(collect(bank.client.cob.iterate(PERIOD))).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      title: 'No page',
      status: 200,
      operation: 'GET /cob',
      detail: expect.stringContaining('no list cobs'),
    });
  });

  it('accepts a body without the list that states no items, or without parametros', async () => {
    const bank = new InMemoryClient();
    bank.script({ body: { parametros: { paginacao: { quantidadeTotalDeItens: 0 } } } });
    await expect(collect(bank.client.cob.iterate(PERIOD))).resolves.toEqual([]);
    bank.script({ body: { cobs: [record('a')] } }, { body: { cobs: [] } });
    await expect(collect(bank.client.cob.iterate(PERIOD))).resolves.toEqual(['a']);
  });

  it('counts the items of all windows of a split period in its progress', async () => {
    const provider = {
      name: 'scripted',
      code: '999',
      production: { baseUrl: 'https://bank.example', tokenUrl: 'https://bank.example/token' },
      scopes: [],
      maxPeriod: { 'GET /cob': 1 },
    };
    const bank = new InMemoryClient({ provider });
    bank.script(page([record('a'), record('b')]), page([record('c')]));
    const progressReports: unknown[] = [];
    const items = bank.client.cob.iterate(PERIOD, {
      splitPeriods: true,
      onPage: (progress) => progressReports.push(progress),
    });
    await expect(collect(items)).resolves.toEqual(['a', 'b', 'c']);
    expect(progressReports).toEqual([
      { paginaAtual: 0, quantidadeDePaginas: 1, itens: 2 },
      { paginaAtual: 0, quantidadeDePaginas: 1, itens: 3 },
    ]);
  });
});

describe('splitPeriod', () => {
  const lengths = (seconds: number) => {
    const inicio = new Date('2026-01-01T00:00:00Z');
    const fim = new Date(inicio.getTime() + seconds * 1000);
    return [...splitPeriod({ inicio, fim }, 86_399_000)].map(
      (window) => (Number(window.fim) - Number(window.inicio)) / 1000,
    );
  };

  it.each([
    [86_399, [86_399]],
    [86_400, [86_399, 1]],
    [172_798, [86_399, 86_399]],
    [172_799, [86_399, 86_399, 1]],
  ])('splits %d s into windows of %j s', (seconds, expected) => {
    expect(lengths(seconds)).toEqual(expected);
  });
});
