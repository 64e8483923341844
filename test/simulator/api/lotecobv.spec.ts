import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { expectProblem } from '../support/problems.js';
import { EVER, SimulatorDriver } from '../support/simulator-driver.js';

const charge = (change: object = {}) => ({
  txid: generateTxid(),
  calendario: { dataDeVencimento: '2024-04-15' },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '100.00' },
  chave: 'k@example.com',
  ...change,
});

describe('simulator, batches of due-date charges', () => {
  let driver: SimulatorDriver;

  beforeAll(async () => {
    driver = await SimulatorDriver.start({ chaves: ['k@example.com'] });
  });
  beforeEach(() => {
    driver.begin('2024-04-10T12:00:00-03:00');
    // A batch is processed when the test advances the clock, however slow the machine is.
    driver.control.clock.setRate(0);
  });
  afterAll(() => driver.close());

  async function put(id: string, cobsv: object[], descricao = 'Mensalidades'): Promise<void> {
    const answer = await driver.call('PUT', `/lotecobv/${id}`, { descricao, cobsv });
    expect([answer.status, answer.text]).toEqual([202, '']);
  }

  const states = (lote: Json) => lote.cobsv.map(({ status }: Json) => status as string);

  it('are accepted at once and processed later: EM_PROCESSAMENTO, then CRIADA', async () => {
    const [one, other] = [charge(), charge()];
    await put('17', [one, other]);
    const before = await driver.get('/lotecobv/17');
    expect(before).toEqual({
      id: 17,
      descricao: 'Mensalidades',
      criacao: expect.stringMatching(/^2024-04-10T15:/),
      cobsv: [one, other].map(({ txid }) => ({ txid, status: 'EM_PROCESSAMENTO' })),
    });
    expectProblem(await driver.call('GET', `/cobv/${one.txid}`), 404, 'CobVNaoEncontrada');

    driver.settle();
    const after = await driver.get('/lotecobv/17');
    expect(states(after)).toEqual(['CRIADA', 'CRIADA']);
    expect(after.cobsv[0].criacao).toMatch(/^2024-04-10T15:/);
    expect(await driver.get(`/cobv/${one.txid}`)).toMatchObject({ ...one, status: 'ATIVA' });
    expect((await driver.get(`/cobv?${EVER}&loteCobVId=17`)).cobs).toHaveLength(2);
  });

  it('NEGADA: a refused charge has the problem that PUT /cobv/{txid} would return, and the others are created', async () => {
    const bad = [
      charge({ calendario: { dataDeVencimento: '2024-04-09' } }),
      charge({ chave: 'de-outro@example.com' }),
      charge({ devedor: { nome: 'Sem CPF' } }),
    ];
    const good = charge();
    await put('l', [...bad, good]);
    driver.settle();
    const lote = await driver.get('/lotecobv/l');
    expect(states(lote)).toEqual(['NEGADA', 'NEGADA', 'NEGADA', 'CRIADA']);
    const problems = lote.cobsv.map(({ problema }: Json) => problema);
    expect(
      problems.slice(0, 3).map(({ violacoes }: Json) => violacoes[0].propriedade as string),
    ).toEqual(['cobv.calendario.dataDeVencimento', 'cobv.chave', 'cobv.devedor.cpf']);
    expect(problems[0].type).toMatch(/CobVOperacaoInvalida$/);
    expect(lote.cobsv[0]).not.toHaveProperty('criacao');
  });

  it('CobVOperacaoInvalida: PUT and PATCH /cobv refuse a charge that is pending or denied in a batch', async () => {
    const [bad, good] = [charge({ chave: 'de-outro@example.com' }), charge()];
    await put('l', [bad, good]);
    for (const { txid } of [bad, good]) {
      const early = await driver.call('PUT', `/cobv/${txid}`, charge());
      expectProblem(early, 400, 'CobVOperacaoInvalida', ['cobv.txid']);
    }
    driver.settle();
    const denied = await driver.call('PATCH', `/cobv/${bad.txid}`, { chave: 'k@example.com' });
    expectProblem(denied, 400, 'CobVOperacaoInvalida', ['cobv.txid']);
    await driver.ok('PATCH', `/cobv/${good.txid}`, { valor: { original: '5.00' } }, 200);
  });

  it('are replaced by PUT with exactly the charges that they were created with', async () => {
    const [one, other] = [charge(), charge()];
    await put('l', [one, other]);
    driver.settle();
    await put('l', [{ ...other, valor: { original: '7.00' } }, one], 'Outra');
    expect(await driver.get('/lotecobv/l')).toMatchObject({ descricao: 'Outra' });
    driver.settle();
    expect(await driver.get(`/cobv/${other.txid}`)).toMatchObject({
      revisao: 1,
      valor: { original: '7.00' },
    });
    expect((await driver.get(`/cobv/${one.txid}`)).revisao).toBe(0);

    const cases: [object[], string[]][] = [
      [[one], ['loteCobV.cobsv']],
      [[one, other, charge()], ['loteCobV.cobsv[2].txid']],
      [
        [one, one],
        ['loteCobV.cobsv[1].txid', 'loteCobV.cobsv'],
      ],
    ];
    for (const [cobsv, paths] of cases) {
      const refused = await driver.call('PUT', '/lotecobv/l', { descricao: 'x', cobsv });
      expectProblem(refused, 400, 'LoteCobVOperacaoInvalida', paths);
    }
  });

  it('are revised by PATCH in part, and a revision of a denied charge tries to create it again', async () => {
    const [bad, good] = [charge({ chave: 'de-outro@example.com' }), charge()];
    await put('l', [bad, good]);
    driver.settle();
    const revise = (cobsv: object[]) => driver.call('PATCH', '/lotecobv/l', { cobsv });
    expect((await revise([{ txid: bad.txid, chave: 'k@example.com' }])).status).toBe(202);
    expect(states(await driver.get('/lotecobv/l'))).toEqual(['EM_PROCESSAMENTO', 'CRIADA']);
    driver.settle();
    expect(states(await driver.get('/lotecobv/l'))).toEqual(['CRIADA', 'CRIADA']);
    expect((await driver.get(`/cobv/${bad.txid}`)).chave).toBe('k@example.com');

    await revise([{ txid: good.txid, valor: { original: '0.00' } }]);
    driver.settle();
    const lote = await driver.get('/lotecobv/l');
    expect(lote.cobsv[1]).toMatchObject({
      status: 'NEGADA',
      problema: { violacoes: [{ propriedade: 'cobv.valor.original' }] },
    });
    expect((await driver.get(`/cobv/${good.txid}`)).revisao).toBe(0);

    const unknown = await revise([{ txid: generateTxid(), chave: 'k@example.com' }]);
    expectProblem(unknown, 400, 'LoteCobVOperacaoInvalida', ['loteCobV.cobsv[0].txid']);
    expect((await driver.call('PATCH', '/lotecobv/l', { descricao: 'Só o nome' })).status).toBe(
      202,
    );
  });

  it('are revised in the order of the requests', async () => {
    const [one, other] = [charge(), charge()];
    await put('l', [one, other]);
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    const revise = (...changes: object[]) =>
      driver.ok('PATCH', '/lotecobv/l', {
        cobsv: [one, other].map(({ txid }, index) => ({ txid, ...changes[index] })),
      });
    await revise({ solicitacaoPagador: 'Obrigado' }, removal);
    driver.settle();
    await revise({ valor: { original: '2.00' } }, {});
    await revise({ solicitacaoPagador: 'Volte sempre' }, {});
    driver.settle();
    expect(await driver.get(`/cobv/${one.txid}`)).toMatchObject({
      valor: { original: '2.00' },
      solicitacaoPagador: 'Volte sempre',
    });
    expect(await driver.get(`/cobv/${other.txid}`)).toMatchObject(removal);
  });

  it('do not change a charge that was denied in one batch and created by another', async () => {
    const bad = charge({ chave: 'de-outro@example.com' });
    await put('denied', [bad]);
    driver.settle();
    await put('made', [{ ...bad, chave: 'k@example.com' }]);
    driver.settle();
    const change = { txid: bad.txid, chave: 'k@example.com', valor: { original: '1.00' } };
    await driver.ok('PATCH', '/lotecobv/denied', { cobsv: [change] });
    driver.settle();
    const [item] = (await driver.get('/lotecobv/denied')).cobsv;
    expect(item).toMatchObject({
      status: 'NEGADA',
      problema: { violacoes: [{ propriedade: 'cobv.txid' }] },
    });
    expect((await driver.get(`/cobv/${bad.txid}`)).valor.original).toBe('100.00');
  });

  it.each([
    ['calendario', 'amanhã'],
    ['valor', [{ original: '1.00' }]],
  ])('do not create a charge from a revision whose %s is not an object', async (part, value) => {
    const bad = charge({ chave: 'de-outro@example.com' });
    await put('l', [bad]);
    driver.settle();
    const change = { txid: bad.txid, chave: 'k@example.com', [part]: value };
    expect((await driver.call('PATCH', '/lotecobv/l', { cobsv: [change] })).status).toBe(202);
    driver.settle();
    const [item] = (await driver.get('/lotecobv/l')).cobsv;
    expect(item).toMatchObject({
      status: 'NEGADA',
      problema: { violacoes: [{ propriedade: `cobv.${part}` }] },
    });
  });

  it('LoteCobVOperacaoInvalida: refuses a new batch with an existing charge, and an invalid body', async () => {
    const one = charge();
    await put('a', [one]);
    const pending = await driver.call('PUT', '/lotecobv/b', { descricao: 'x', cobsv: [one] });
    expectProblem(pending, 400, 'LoteCobVOperacaoInvalida', ['loteCobV.cobsv[0].txid']);
    const { txid } = await driver.ok('POST', '/cob', {
      valor: { original: '1.00' },
      chave: 'k@example.com',
    });
    const taken = { descricao: 'x', cobsv: [charge({ txid })] };
    const refused = await driver.call('PUT', '/lotecobv/b', taken);
    expectProblem(refused, 400, 'LoteCobVOperacaoInvalida', ['loteCobV.cobsv[0].txid']);
    const bodies: [object, string[]][] = [
      [{ cobsv: [] }, ['loteCobV.descricao']],
      [{ descricao: 'x', cobsv: {} }, ['loteCobV.cobsv']],
      [{ descricao: 'x', cobsv: [{ txid: 'short' }] }, ['loteCobV.cobsv[0].txid']],
    ];
    for (const [body, paths] of bodies) {
      const wrong = await driver.call('PUT', '/lotecobv/c', body);
      expectProblem(wrong, 400, 'LoteCobVOperacaoInvalida', paths);
    }
  });

  it('have a number each, whatever their identifiers, which selects their charges in a list', async () => {
    for (const id of ['a', '1', '2', 'b', '1000000001']) {
      await put(id, [charge()]);
      driver.settle();
    }
    expect((await driver.get('/lotecobv/1')).id).toBe(1);
    const { lotes } = await driver.get(`/lotecobv?${EVER}`);
    for (const { id, cobsv } of lotes as Json[]) {
      const { cobs } = await driver.get(`/cobv?${EVER}&loteCobVId=${id as number}`);
      expect(cobs.map(({ txid }: Json) => txid as string)).toEqual([cobsv[0].txid]);
    }
  });

  it('answer LoteCobVNaoEncontrado for an unknown identifier, and are listed in order of creation', async () => {
    expectProblem(await driver.call('GET', '/lotecobv/none'), 404, 'LoteCobVNaoEncontrado');
    const revise = await driver.call('PATCH', '/lotecobv/none', {});
    expectProblem(revise, 404, 'LoteCobVNaoEncontrado');
    await put('a', [charge()]);
    await put('b', [charge(), charge()]);
    const { lotes, parametros } = await driver.get(`/lotecobv?${EVER}`);
    expect(lotes.map(({ cobsv }: Json) => cobsv.length as number)).toEqual([1, 2]);
    expect(parametros.paginacao.quantidadeTotalDeItens).toBe(2);
    const wrong = await driver.call('GET', `/lotecobv?${EVER}&paginacao.paginaAtual=-1`);
    expectProblem(wrong, 400, 'LoteCobVConsultaInvalida', ['paginacao.paginaAtual']);
  });
});
