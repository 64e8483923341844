import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { expectProblem } from '../support/problems.js';
import { EVER, World } from '../support/world.js';

const charge = (change: object = {}) => ({
  txid: generateTxid(),
  calendario: { dataDeVencimento: '2024-04-15' },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '100.00' },
  chave: 'k@example.com',
  ...change,
});

describe('batches of due-date charges of the simulator', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ chaves: ['k'] });
  });
  beforeEach(() => {
    world.begin('2024-04-10T12:00:00-03:00');
    // A batch is processed when the test moves the clock, however slow the machine is.
    world.control.clock.setRate(0);
  });
  afterAll(() => world.close());

  async function put(id: string, cobsv: object[], descricao = 'Mensalidades'): Promise<void> {
    const answer = await world.call('PUT', `/lotecobv/${id}`, { descricao, cobsv });
    expect([answer.status, answer.text]).toEqual([202, '']);
  }

  const states = (lote: Json) => lote.cobsv.map(({ status }: Json) => status as string);

  it('are taken at once and made later: EM_PROCESSAMENTO, then CRIADA', async () => {
    const [one, other] = [charge(), charge()];
    await put('17', [one, other]);
    const before = await world.get('/lotecobv/17');
    expect(before).toEqual({
      id: 17,
      descricao: 'Mensalidades',
      criacao: expect.stringMatching(/^2024-04-10T15:/),
      cobsv: [one, other].map(({ txid }) => ({ txid, status: 'EM_PROCESSAMENTO' })),
    });
    expectProblem(await world.call('GET', `/cobv/${one.txid}`), 404, 'CobVNaoEncontrada');

    world.settle();
    const after = await world.get('/lotecobv/17');
    expect(states(after)).toEqual(['CRIADA', 'CRIADA']);
    expect(after.cobsv[0].criacao).toMatch(/^2024-04-10T15:/);
    expect(await world.get(`/cobv/${one.txid}`)).toMatchObject({ ...one, status: 'ATIVA' });
    expect((await world.get(`/cobv?${EVER}&loteCobVId=17`)).cobs).toHaveLength(2);
  });

  it('NEGADA: a charge that is refused says why, as PUT /cobv/{txid} would, and keeps none from being made', async () => {
    const bad = [
      charge({ calendario: { dataDeVencimento: '2024-04-09' } }),
      charge({ chave: 'de-outro@example.com' }),
      charge({ devedor: { nome: 'Sem CPF' } }),
    ];
    const good = charge();
    await put('l', [...bad, good]);
    world.settle();
    const lote = await world.get('/lotecobv/l');
    expect(states(lote)).toEqual(['NEGADA', 'NEGADA', 'NEGADA', 'CRIADA']);
    const problems = lote.cobsv.map(({ problema }: Json) => problema);
    expect(
      problems.slice(0, 3).map(({ violacoes }: Json) => violacoes[0].propriedade as string),
    ).toEqual(['cobv.calendario.dataDeVencimento', 'cobv.chave', 'cobv.devedor.cpf']);
    expect(problems[0].type).toMatch(/CobVOperacaoInvalida$/);
    expect(lote.cobsv[0]).not.toHaveProperty('criacao');
  });

  it('CobVOperacaoInvalida: a charge that a batch is to make, or was denied, is not there for PUT and PATCH', async () => {
    const [bad, good] = [charge({ chave: 'x' }), charge()];
    await put('l', [bad, good]);
    for (const { txid } of [bad, good]) {
      const early = await world.call('PUT', `/cobv/${txid}`, charge());
      expectProblem(early, 400, 'CobVOperacaoInvalida', ['cobv.txid']);
    }
    world.settle();
    const denied = await world.call('PATCH', `/cobv/${bad.txid}`, { chave: 'k@example.com' });
    expectProblem(denied, 400, 'CobVOperacaoInvalida', ['cobv.txid']);
    await world.ok('PATCH', `/cobv/${good.txid}`, { valor: { original: '5.00' } }, 200);
  });

  it('are altered by PUT as a whole: exactly the charges that they were created with', async () => {
    const [one, other] = [charge(), charge()];
    await put('l', [one, other]);
    world.settle();
    await put('l', [{ ...other, valor: { original: '7.00' } }, one], 'Outra');
    expect(await world.get('/lotecobv/l')).toMatchObject({ descricao: 'Outra' });
    world.settle();
    expect(await world.get(`/cobv/${other.txid}`)).toMatchObject({
      revisao: 1,
      valor: { original: '7.00' },
    });
    expect((await world.get(`/cobv/${one.txid}`)).revisao).toBe(0);

    const cases: [object[], string[]][] = [
      [[one], ['loteCobV.cobsv']],
      [[one, other, charge()], ['loteCobV.cobsv[2].txid']],
      [
        [one, one],
        ['loteCobV.cobsv[1].txid', 'loteCobV.cobsv'],
      ],
    ];
    for (const [cobsv, paths] of cases) {
      const refused = await world.call('PUT', '/lotecobv/l', { descricao: 'x', cobsv });
      expectProblem(refused, 400, 'LoteCobVOperacaoInvalida', paths);
    }
  });

  it('are revised by PATCH in part; a revision of a denied charge is one more attempt at it', async () => {
    const [bad, good] = [charge({ chave: 'x' }), charge()];
    await put('l', [bad, good]);
    world.settle();
    const revise = (cobsv: object[]) => world.call('PATCH', '/lotecobv/l', { cobsv });
    expect((await revise([{ txid: bad.txid, chave: 'k@example.com' }])).status).toBe(202);
    expect(states(await world.get('/lotecobv/l'))).toEqual(['EM_PROCESSAMENTO', 'CRIADA']);
    world.settle();
    expect(states(await world.get('/lotecobv/l'))).toEqual(['CRIADA', 'CRIADA']);
    expect((await world.get(`/cobv/${bad.txid}`)).chave).toBe('k');

    await revise([{ txid: good.txid, valor: { original: '0.00' } }]);
    world.settle();
    const lote = await world.get('/lotecobv/l');
    expect(lote.cobsv[1]).toMatchObject({
      status: 'NEGADA',
      problema: { violacoes: [{ propriedade: 'cobv.valor.original' }] },
    });
    expect((await world.get(`/cobv/${good.txid}`)).revisao).toBe(0);

    const stranger = await revise([{ txid: generateTxid(), chave: 'k@example.com' }]);
    expectProblem(stranger, 400, 'LoteCobVOperacaoInvalida', ['loteCobV.cobsv[0].txid']);
    expect((await world.call('PATCH', '/lotecobv/l', { descricao: 'Só o nome' })).status).toBe(202);
  });

  it('are revised in the order of the requests, however soon one follows another', async () => {
    const [one, other] = [charge(), charge()];
    await put('l', [one, other]);
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    const revise = (...changes: object[]) =>
      world.ok('PATCH', '/lotecobv/l', {
        cobsv: [one, other].map(({ txid }, index) => ({ txid, ...changes[index] })),
      });
    await revise({ solicitacaoPagador: 'Obrigado' }, removal);
    world.settle();
    await revise({ valor: { original: '2.00' } }, {});
    await revise({ solicitacaoPagador: 'Volte sempre' }, {});
    world.settle();
    expect(await world.get(`/cobv/${one.txid}`)).toMatchObject({
      valor: { original: '2.00' },
      solicitacaoPagador: 'Volte sempre',
    });
    expect(await world.get(`/cobv/${other.txid}`)).toMatchObject(removal);
  });

  it('alter no charge that they were denied and another one has made', async () => {
    const bad = charge({ chave: 'x' });
    await put('denied', [bad]);
    world.settle();
    await put('made', [{ ...bad, chave: 'k@example.com' }]);
    world.settle();
    const change = { txid: bad.txid, chave: 'k@example.com', valor: { original: '1.00' } };
    await world.ok('PATCH', '/lotecobv/denied', { cobsv: [change] });
    world.settle();
    const [item] = (await world.get('/lotecobv/denied')).cobsv;
    expect(item).toMatchObject({
      status: 'NEGADA',
      problema: { violacoes: [{ propriedade: 'cobv.txid' }] },
    });
    expect((await world.get(`/cobv/${bad.txid}`)).valor.original).toBe('100.00');
  });

  it.each([
    ['calendario', 'amanhã'],
    ['valor', [{ original: '1.00' }]],
  ])('are not created by a revision whose %s is no object', async (part, value) => {
    const bad = charge({ chave: 'x' });
    await put('l', [bad]);
    world.settle();
    const change = { txid: bad.txid, chave: 'k@example.com', [part]: value };
    expect((await world.call('PATCH', '/lotecobv/l', { cobsv: [change] })).status).toBe(202);
    world.settle();
    const [item] = (await world.get('/lotecobv/l')).cobsv;
    expect(item).toMatchObject({
      status: 'NEGADA',
      problema: { violacoes: [{ propriedade: `cobv.${part}` }] },
    });
  });

  it('LoteCobVOperacaoInvalida: refuses a new batch with a charge that exists, and a body that is none', async () => {
    const one = charge();
    await put('a', [one]);
    const pending = await world.call('PUT', '/lotecobv/b', { descricao: 'x', cobsv: [one] });
    expectProblem(pending, 400, 'LoteCobVOperacaoInvalida', ['loteCobV.cobsv[0].txid']);
    const { txid } = await world.ok('POST', '/cob', { valor: { original: '1.00' }, chave: 'k@example.com' });
    const taken = { descricao: 'x', cobsv: [charge({ txid })] };
    const refused = await world.call('PUT', '/lotecobv/b', taken);
    expectProblem(refused, 400, 'LoteCobVOperacaoInvalida', ['loteCobV.cobsv[0].txid']);
    const bodies: [object, string[]][] = [
      [{ cobsv: [] }, ['loteCobV.descricao']],
      [{ descricao: 'x', cobsv: {} }, ['loteCobV.cobsv']],
      [{ descricao: 'x', cobsv: [{ txid: 'short' }] }, ['loteCobV.cobsv[0].txid']],
    ];
    for (const [body, paths] of bodies) {
      const wrong = await world.call('PUT', '/lotecobv/c', body);
      expectProblem(wrong, 400, 'LoteCobVOperacaoInvalida', paths);
    }
  });

  it('have a number each, whatever their identifiers, by which their charges are found', async () => {
    for (const id of ['a', '1', '2', 'b', '1000000001']) {
      await put(id, [charge()]);
      world.settle();
    }
    expect((await world.get('/lotecobv/1')).id).toBe(1);
    const { lotes } = await world.get(`/lotecobv?${EVER}`);
    for (const { id, cobsv } of lotes as Json[]) {
      const { cobs } = await world.get(`/cobv?${EVER}&loteCobVId=${id as number}`);
      expect(cobs.map(({ txid }: Json) => txid as string)).toEqual([cobsv[0].txid]);
    }
  });

  it('LoteCobVNaoEncontrado, and a list in order of creation', async () => {
    expectProblem(await world.call('GET', '/lotecobv/none'), 404, 'LoteCobVNaoEncontrado');
    const revise = await world.call('PATCH', '/lotecobv/none', {});
    expectProblem(revise, 404, 'LoteCobVNaoEncontrado');
    await put('a', [charge()]);
    await put('b', [charge(), charge()]);
    const { lotes, parametros } = await world.get(`/lotecobv?${EVER}`);
    expect(lotes.map(({ cobsv }: Json) => cobsv.length as number)).toEqual([1, 2]);
    expect(parametros.paginacao.quantidadeTotalDeItens).toBe(2);
    const wrong = await world.call('GET', `/lotecobv?${EVER}&paginacao.paginaAtual=-1`);
    expectProblem(wrong, 400, 'LoteCobVConsultaInvalida', ['paginacao.paginaAtual']);
  });
});
