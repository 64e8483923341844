import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeBrCode } from '../../../lib/brcode/index.js';
import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { COBV as FULL } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';
import { EVER, SimulatorDriver } from '../support/simulator-driver.js';

const CHAVE = FULL.chave;
const REST = { ...FULL, calendario: undefined };
const MINIMAL = {
  calendario: { dataDeVencimento: '2024-04-15' },
  devedor: { cnpj: '12345678000195', nome: 'Empresa SA' },
  valor: { original: '100.00' },
  chave: CHAVE,
};
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

describe('simulator, due-date charges', () => {
  let driver: SimulatorDriver;

  beforeAll(async () => {
    driver = await SimulatorDriver.start({
      chaves: [CHAVE],
      recebedor: { nome: 'Loja', nomeFantasia: 'Lojinha', cidade: 'Recife', uf: 'PE' },
    });
  });
  beforeEach(() => driver.begin('2024-04-10T12:00:00-03:00'));
  afterAll(() => driver.close());

  const put = (body: object, txid = generateTxid()) => driver.call('PUT', `/cobv/${txid}`, body);

  async function created(body: object = FULL): Promise<Json> {
    const { status, body: cobv } = await put(body);
    expect(status).toBe(201);
    return cobv;
  }

  it('are created ATIVA with a location, a receiver and the defaults', async () => {
    const cobv = await created(MINIMAL);
    expect(cobv).toEqual({
      ...MINIMAL,
      calendario: {
        criacao: expect.stringMatching(/^2024-04-10T15:00:0\d\.\d{3}Z$/),
        dataDeVencimento: '2024-04-15',
        validadeAposVencimento: 30,
      },
      txid: expect.any(String),
      revisao: 0,
      status: 'ATIVA',
      recebedor: {
        cnpj: '12345678000195',
        nome: 'Loja',
        nomeFantasia: 'Lojinha',
        logradouro: 'Rua Simulada 100, Centro',
        cidade: 'Recife',
        uf: 'PE',
        cep: '01001000',
      },
      loc: expect.objectContaining({ tipoCob: 'cobv', txid: cobv.txid }),
      location: expect.stringMatching(/\/cobv\/[0-9a-f]{32}$/),
      pixCopiaECola: expect.any(String),
    });
    expect(decodeBrCode(cobv.pixCopiaECola as string).location).toBe(cobv.location);
    expect(await driver.get(`/cobv/${cobv.txid as string}`)).toEqual(cobv);
  });

  it('keep every field, and convert a modalidade in text to a number', async () => {
    expect(await created(FULL)).toMatchObject(FULL);
    const valor = { original: '10.00', multa: { modalidade: '2', valorPerc: '1.00' } };
    expect((await created({ ...MINIMAL, valor })).valor.multa.modalidade).toBe(2);
  });

  it('are changed by PUT while ATIVA, and unchanged by a repeated request', async () => {
    const first = await created(FULL);
    const again = await put(FULL, first.txid as string);
    expect(again.body).toEqual(first);
    const other = await put(MINIMAL, first.txid as string);
    expect(other.body).toMatchObject({ revisao: 1, valor: { original: '100.00' }, loc: first.loc });
    expect(other.body.valor).toEqual({ original: '100.00' });
  });

  it('are revised field by field, and keep every revision readable', async () => {
    const { txid } = await created(FULL);
    const path = `/cobv/${txid as string}`;
    const revised = await driver.ok('PATCH', path, {
      calendario: { dataDeVencimento: '2024-04-16' },
      valor: { original: '200.00' },
    });
    expect(revised).toMatchObject({
      revisao: 1,
      calendario: { dataDeVencimento: '2024-04-16', validadeAposVencimento: 10 },
      valor: { ...FULL.valor, original: '200.00' },
      devedor: FULL.devedor,
    });
    expect(await driver.get(`${path}?revisao=0`)).toMatchObject({ revisao: 0, ...FULL });
    const missing = await driver.call('GET', `${path}?revisao=2`);
    expectProblem(missing, 400, 'CobVConsultaInvalida', ['revisao']);
  });

  it('REMOVIDA_PELO_USUARIO_RECEBEDOR removes a charge, and is refused with other changes', async () => {
    const { txid } = await created();
    const path = `/cobv/${txid as string}`;
    const mixed = await driver.call('PATCH', path, { status: REMOVED, chave: CHAVE });
    expectProblem(mixed, 400, 'CobVOperacaoInvalida', ['cobv.status']);
    expect((await driver.ok('PATCH', path, { status: REMOVED })).status).toBe(REMOVED);
    for (const again of [
      await driver.call('PATCH', path, { chave: CHAVE }),
      await put(FULL, txid as string),
    ]) {
      expectProblem(again, 400, 'CobVOperacaoInvalida', ['cobv.status']);
    }
  });

  it('are removed by the provider with the status REMOVIDA_PELO_PSP', async () => {
    const { txid } = await created();
    await driver.control.removeByProvider(txid as string);
    expect((await driver.get(`/cobv/${txid as string}`)).status).toBe('REMOVIDA_PELO_PSP');
    await expect(driver.control.pay(txid as string)).rejects.toMatchObject({
      problem: 'PagamentoRecusado',
    });
    await expect(driver.control.removeByProvider(txid as string)).rejects.toMatchObject({
      problem: 'CobVOperacaoInvalida',
      body: { violacoes: [{ propriedade: 'cobv.status' }] },
    });
    await expect(driver.control.removeByProvider(generateTxid())).rejects.toMatchObject({
      problem: 'CobNaoEncontrado',
    });
  });

  it('may be due on the last day of the calendar, and are reduced for each business day when paid early', async () => {
    const { txid } = await driver.ok('PUT', `/cobv/${generateTxid()}`, {
      ...MINIMAL,
      calendario: { dataDeVencimento: '9999-12-31' },
      valor: { original: '50000.00', desconto: { modalidade: 4, valorPerc: '0.01' } },
    });
    const pix = await driver.control.pay(txid as string);
    expect(Number(pix.valor)).toBeLessThan(31_000);
  });

  describe('CobVOperacaoInvalida', () => {
    const valor = (part: object) => ({ ...MINIMAL, valor: { original: '100.00', ...part } });
    const desconto = (part: object) => valor({ desconto: part });
    const fixa = (data: string, valorPerc = '1.00') => ({
      descontoDataFixa: [{ data, valorPerc }],
    });

    it.each([
      ['dataDeVencimento', { ...MINIMAL, calendario: { dataDeVencimento: '2024-04-09' } }],
      [
        'validadeAposVencimento',
        { ...MINIMAL, calendario: { dataDeVencimento: '2024-04-15', validadeAposVencimento: -1 } },
      ],
      ['calendario', REST],
      ['devedor.nome', { ...MINIMAL, devedor: { cpf: '12345678909' } }],
      ['devedor', { ...MINIMAL, devedor: undefined }],
      ['chave', { ...MINIMAL, chave: 'x'.repeat(78) }],
      ['chave', { ...MINIMAL, chave: 'de-outro@example.com' }],
      ['solicitacaoPagador', { ...MINIMAL, solicitacaoPagador: 'x'.repeat(141) }],
      ['infoAdicionais[0].valor', { ...MINIMAL, infoAdicionais: [{ nome: 'a' }] }],
      ['loc.id', { ...MINIMAL, loc: { id: 999_999 } }],
      ['valor.original', { ...MINIMAL, valor: { original: '1' } }],
      ['valor.original', { ...MINIMAL, valor: { original: '0.00' } }],
      ['valor.multa.modalidade', valor({ multa: { modalidade: 3, valorPerc: '1.00' } })],
      ['valor.juros.modalidade', valor({ juros: { modalidade: 9, valorPerc: '1.00' } })],
      ['valor.abatimento.valorPerc', valor({ abatimento: { modalidade: 1 } })],
      ['valor.abatimento', valor({ abatimento: { modalidade: 1, valorPerc: '100.00' } })],
      ['valor.abatimento', valor({ abatimento: { modalidade: 2, valorPerc: '100.00' } })],
      ['valor.desconto', desconto({ modalidade: 1, ...fixa('2024-04-12', '100.00') })],
      ['valor.desconto', desconto({ modalidade: 5, valorPerc: '100.00' })],
      ['valor', desconto({ modalidade: 1, ...fixa('2024-04-16') })],
      [
        'valor.desconto.valorPerc',
        desconto({ modalidade: 2, ...fixa('2024-04-12'), valorPerc: '1.00' }),
      ],
      ['valor.desconto.descontoDataFixa', desconto({ modalidade: 1, descontoDataFixa: [] })],
      ['valor.desconto.valorPerc', desconto({ modalidade: 3 })],
      [
        'valor.desconto.descontoDataFixa',
        desconto({ modalidade: 4, valorPerc: '1.00', ...fixa('2024-04-12') }),
      ],
    ])('reports %s', async (path, body) => {
      const response = await put(body);
      expectProblem(response, 400, 'CobVOperacaoInvalida');
      const violacoes = response.body.violacoes as { propriedade: string }[];
      const paths = violacoes.map(({ propriedade }) =>
        propriedade.replace('cobv.calendario.', 'cobv.'),
      );
      expect(paths).toContain(`cobv.${path}`);
    });

    it('refuses a location of another kind, and a location of another charge', async () => {
      const loc = await driver.ok('POST', '/loc', { tipoCob: 'cob' });
      const kind = await put({ ...MINIMAL, loc: { id: loc.id } });
      expectProblem(kind, 400, 'CobVOperacaoInvalida', ['cobv.loc.id']);
      const other = await created();
      const used = await put({ ...MINIMAL, loc: { id: other.loc.id } });
      expectProblem(used, 400, 'CobVOperacaoInvalida', ['cobv.loc.id']);
    });

    it('refuses a revision that is invalid together with the unchanged fields', async () => {
      const { txid } = await created();
      const path = `/cobv/${txid as string}`;
      const small = await driver.call('PATCH', path, { valor: { original: '3.45' } });
      expectProblem(small, 400, 'CobVOperacaoInvalida', [
        'cobv.valor.abatimento',
        'cobv.valor.desconto',
      ]);
      const early = await driver.call('PATCH', path, {
        calendario: { dataDeVencimento: '2024-04-11' },
      });
      expectProblem(early, 400, 'CobVOperacaoInvalida', ['cobv.valor']);
    });

    it('schema TxId: refuses the txid of a charge of another kind', async () => {
      const txid = generateTxid();
      await driver.ok('PUT', `/cob/${txid}`, { valor: { original: '1.00' }, chave: CHAVE });
      expectProblem(await put(MINIMAL, txid), 400, 'CobVOperacaoInvalida', ['cobv.txid']);
      const { txid: other } = await created();
      const cob = { valor: { original: '1.00' }, chave: CHAVE };
      const taken = await driver.call('PUT', `/cob/${other as string}`, cob);
      expectProblem(taken, 400, 'CobOperacaoInvalida', ['cob.txid']);
    });
  });

  it('CobVNaoEncontrada: is returned for a txid without a charge', async () => {
    const path = `/cobv/${generateTxid()}`;
    expectProblem(await driver.call('GET', path), 404, 'CobVNaoEncontrada');
    expectProblem(await driver.call('PATCH', path, {}), 404, 'CobVNaoEncontrada');
  });

  it('are listed by debtor, status, location and batch', async () => {
    const cobv = await created(FULL);
    await created(MINIMAL);
    await driver.ok('DELETE', `/loc/${cobv.loc.id as number}/txid`);
    const total = async (filter: string) => {
      const { parametros, cobs } = await driver.get(`/cobv?${EVER}${filter}`);
      expect(cobs).toHaveLength(parametros.paginacao.quantidadeTotalDeItens as number);
      return cobs.length as number;
    };
    expect(await total('')).toBe(2);
    expect(await total('&cpf=12345678909')).toBe(1);
    expect(await total('&cnpj=12345678000195&status=ATIVA')).toBe(1);
    expect(await total('&status=CONCLUIDA')).toBe(0);
    expect(await total('&locationPresente=false')).toBe(1);
    expect(await total('&loteCobVId=1')).toBe(0);
    const wrong = await driver.call('GET', `/cobv?${EVER}&loteCobVId=lote`);
    expectProblem(wrong, 400, 'CobVConsultaInvalida', ['loteCobVId']);
  });

  describe('payments of due-date charges', () => {
    it.each([
      // 123.45 − 3.45 − 30.00, until the 12th
      ['2024-04-12', '90.00', { abatimento: '3.45', desconto: '30.00' }],
      ['2024-04-15', '120.00', { abatimento: '3.45' }],
      // 123.45 − 3.45 + 120.00 × 15 % + 120.00 × 2 % × 4
      ['2024-04-19', '147.60', { multa: '18.00', juros: '9.60', abatimento: '3.45' }],
    ])('on %s have the amount %s', async (day, valor, parts) => {
      const { txid } = await created(FULL);
      driver.at(day, '23:59:59');
      const pix = await driver.control.pay(txid as string);
      expect(pix).toMatchObject({ txid, valor, chave: CHAVE });
      const amounts = Object.entries({ original: '123.45', ...parts });
      expect(pix.componentesValor).toEqual(
        Object.fromEntries(amounts.map(([name, amount]) => [name, { valor: amount }])),
      );
      expect(await driver.get(`/cobv/${txid as string}`)).toMatchObject({
        status: 'CONCLUIDA',
        revisao: 0,
        pix: [pix],
      });
    });

    it('schema CobDataDeVencimento: are accepted until the validity ends, in Brazilian time', async () => {
      // Ten days after the 15th is Thursday the 25th.
      const [intime, late] = [await created(FULL), await created(FULL)];
      driver.at('2024-04-25', '23:59:58');
      await driver.control.pay(intime.txid as string);
      driver.at('2024-04-26', '00:00:00');
      await expect(driver.control.pay(late.txid as string)).rejects.toMatchObject({
        problem: 'PagamentoRecusado',
      });
      expect((await driver.get(`/cobv/${late.txid as string}`)).status).toBe('ATIVA');
    });

    it('have exactly the amount due, unless forced', async () => {
      const { txid } = await created(MINIMAL);
      await expect(driver.control.pay(txid as string, { valor: '99.00' })).rejects.toMatchObject({
        problem: 'PagamentoRecusado',
      });
      driver.at('2024-07-01');
      const pix = await driver.control.pay(txid as string, { valor: '99.00', force: true });
      expect(pix.componentesValor).toEqual({ original: { valor: '99.00' } });
    });
  });
});
