import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { decodeBrCode } from '../../../lib/brcode/index.js';
import { generateTxid } from '../../../lib/values/index.js';
import { BareClient, type Json } from '../support/bare-client.js';
import { expectProblem } from '../support/problems.js';
import { EVER } from '../support/simulator-driver.js';

const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const MINIMAL = { valor: { original: '37.00' }, chave: CHAVE };
const FULL = {
  calendario: { expiracao: 3600 },
  devedor: { cnpj: '12345678000195', nome: 'Empresa de Serviços SA' },
  valor: { original: '37.00', modalidadeAlteracao: 1 },
  chave: CHAVE,
  solicitacaoPagador: 'Serviço realizado.',
  infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação 1' }],
};
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

describe('simulator, immediate charges', () => {
  let simulator: PixSimulator;
  let client: BareClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({
      chaves: [CHAVE, 'loja@example.com'],
      recebedor: { nome: 'Loja do José', cidade: 'São Paulo' },
    });
    client = new BareClient(simulator);
  });
  afterAll(async () => {
    client.close();
    await simulator.close();
  });

  async function created(body: object = MINIMAL): Promise<Json> {
    const response = await client.call('PUT', `/cob/${generateTxid()}`, body);
    expect(response.status).toBe(201);
    return response.body;
  }

  describe('PUT /cob/{txid}', () => {
    it('creates an ATIVA charge with a location and the defaults of the specification', async () => {
      const txid = generateTxid();
      const { status, body } = await client.call('PUT', `/cob/${txid}`, MINIMAL);

      expect(status).toBe(201);
      expect(body).toEqual({
        calendario: { criacao: expect.stringMatching(/^\d{4}-.*Z$/), expiracao: 86400 },
        txid,
        revisao: 0,
        loc: {
          id: expect.any(Number),
          txid,
          location: body.location,
          tipoCob: 'cob',
          criacao: body.calendario.criacao,
        },
        location: expect.stringMatching(/^127\.0\.0\.1:\d+\/qr\/v2\/[0-9a-f]{32}$/),
        status: 'ATIVA',
        valor: { original: '37.00' },
        chave: CHAVE,
        pixCopiaECola: expect.any(String),
      });
      expect(body.location.length).toBeLessThanOrEqual(77);
    });

    it('returns a valid dynamic BR Code of its location', async () => {
      const { pixCopiaECola, location } = await created();
      expect(decodeBrCode(pixCopiaECola)).toEqual({
        location,
        nome: 'Loja do Jose',
        cidade: 'Sao Paulo',
      });
    });

    it('keeps every field that was sent', async () => {
      expect(await created(FULL)).toMatchObject(FULL);
    });

    it('creates one charge for a repeated request', async () => {
      simulator.control.reset();
      client.forgetToken();
      const txid = generateTxid();
      const bodies = [];
      for (let time = 0; time < 3; time++) {
        const { status, body } = await client.call('PUT', `/cob/${txid}`, FULL);
        expect(status).toBe(201);
        bodies.push(body);
      }
      expect(bodies[1]).toEqual(bodies[0]);
      expect(bodies[2]).toEqual(bodies[0]);
      expect((await list()).parametros.paginacao.quantidadeTotalDeItens).toBe(1);
    });

    it('revises an ATIVA charge and keeps its location', async () => {
      const first = await created(FULL);
      const { status, body } = await client.call('PUT', `/cob/${first.txid}`, MINIMAL);
      expect(status).toBe(201);
      expect(body).toMatchObject({ revisao: 1, valor: { original: '37.00' }, loc: first.loc });
      expect(body).not.toHaveProperty('devedor');
      expect(body.calendario).toEqual({ ...first.calendario, expiracao: 86400 });
    });

    it('CobOperacaoInvalida: does not revise a paid or removed charge', async () => {
      const paid = await created();
      await simulator.control.pay(paid.txid);
      const removed = await created();
      await client.call('PATCH', `/cob/${removed.txid}`, { status: REMOVED });
      for (const { txid } of [paid, removed]) {
        const response = await client.call('PUT', `/cob/${txid}`, MINIMAL);
        expectProblem(response, 400, 'CobOperacaoInvalida', ['cob.status']);
      }
    });

    it.each([
      ['cob.calendario.expiracao', { ...MINIMAL, calendario: { expiracao: 0 } }],
      ['cob.valor.original', { ...MINIMAL, valor: { original: '37,00' } }],
      ['cob.valor.original', { ...MINIMAL, valor: { original: '0.00' } }],
      ['cob.devedor.nome', { ...MINIMAL, devedor: { cpf: '12345678909' } }],
      ['cob.devedor.cpf', { ...MINIMAL, devedor: { cpf: '1', nome: 'Francisco' } }],
      ['cob.chave', { ...MINIMAL, chave: 'x'.repeat(78) }],
      ['cob.chave', { ...MINIMAL, chave: 'de-outro@example.com' }],
      ['cob.solicitacaoPagador', { ...MINIMAL, solicitacaoPagador: 'x'.repeat(141) }],
      ['cob.infoAdicionais[0].valor', { ...MINIMAL, infoAdicionais: [{ nome: 'a' }] }],
      ['cob.loc.id', { ...MINIMAL, loc: { id: 999_999 } }],
    ])('CobOperacaoInvalida: reports %s', async (propriedade, body) => {
      for (const [method, path] of [
        ['PUT', `/cob/${generateTxid()}`],
        ['POST', '/cob'],
      ] as const) {
        const response = await client.call(method, path, body);
        expectProblem(response, 400, 'CobOperacaoInvalida', [propriedade]);
      }
    });

    it('CobOperacaoInvalida: refuses a location that another charge uses', async () => {
      const { loc } = await created();
      const response = await client.call('POST', '/cob', { ...MINIMAL, loc: { id: loc.id } });
      expectProblem(response, 400, 'CobOperacaoInvalida', ['cob.loc.id']);
    });

    it('CobOperacaoInvalida: refuses a txid that breaks its pattern', async () => {
      const response = await client.call('PUT', '/cob/short', MINIMAL);
      expectProblem(response, 400, 'CobOperacaoInvalida', ['txid']);
    });
  });

  describe('POST /cob', () => {
    it('creates a charge with a generated txid', async () => {
      const one = await client.call('POST', '/cob', FULL);
      const other = await client.call('POST', '/cob', FULL);
      expect(one.status).toBe(201);
      expect(one.body).toMatchObject(FULL);
      expect(one.body.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
      expect(other.body.txid).not.toBe(one.body.txid);
    });
  });

  describe('PATCH /cob/{txid}', () => {
    it('creates one revision per change, and keeps earlier revisions readable', async () => {
      const { txid } = await created(FULL);
      await client.call('PATCH', `/cob/${txid}`, { valor: { original: '567.89' } });
      const { status, body } = await client.call('PATCH', `/cob/${txid}`, {
        devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
        calendario: { expiracao: 60 },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        revisao: 2,
        valor: { original: '567.89', modalidadeAlteracao: 1 },
        calendario: { expiracao: 60 },
        devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
        solicitacaoPagador: FULL.solicitacaoPagador,
      });
      expect(body.devedor).not.toHaveProperty('cnpj');

      const [zero, one, two] = await Promise.all(
        [0, 1, 2].map((revisao) => client.call('GET', `/cob/${txid}?revisao=${revisao}`)),
      );
      expect(zero!.body).toMatchObject({ revisao: 0, ...FULL });
      expect(one!.body).toMatchObject({ revisao: 1, valor: { original: '567.89' } });
      expect(one!.body.devedor).toEqual(FULL.devedor);
      expect(two!.body).toEqual(body);
      const missing = await client.call('GET', `/cob/${txid}?revisao=3`);
      expectProblem(missing, 400, 'CobConsultaInvalida', ['revisao']);
    });

    it('schema Revisao: creates no revision when nothing or only the location changes', async () => {
      const { txid, loc } = await created(FULL);
      const same = await client.call('PATCH', `/cob/${txid}`, { valor: FULL.valor });
      expect(same.body.revisao).toBe(0);

      const other = await created();
      await client.call('PATCH', `/cob/${other.txid}`, { loc: { id: other.loc.id } });
      const relinked = await client.call('PATCH', `/cob/${txid}`, { loc: { id: loc.id } });
      expect(relinked.body).toMatchObject({ revisao: 0, loc });
    });

    it('REMOVIDA_PELO_USUARIO_RECEBEDOR removes a charge permanently', async () => {
      const { txid } = await created();
      const { status, body } = await client.call('PATCH', `/cob/${txid}`, { status: REMOVED });
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: REMOVED, revisao: 1 });
      for (const change of [{ solicitacaoPagador: 'x' }, { status: REMOVED }]) {
        const again = await client.call('PATCH', `/cob/${txid}`, change);
        expectProblem(again, 400, 'CobOperacaoInvalida', ['cob.status']);
      }
    });

    it.each([
      ['with other changes', { status: REMOVED, valor: { original: '1.00' } }],
      ['a read-only status', { status: 'CONCLUIDA' }],
      ['an unknown status', { status: 'CANCELADA' }],
    ])('CobOperacaoInvalida: refuses a removal %s', async (_, change) => {
      const { txid } = await created();
      const response = await client.call('PATCH', `/cob/${txid}`, change);
      expectProblem(response, 400, 'CobOperacaoInvalida', ['cob.status']);
      const { body } = await client.call('GET', `/cob/${txid}`);
      expect(body).toMatchObject({ status: 'ATIVA', revisao: 0 });
    });

    it('CobOperacaoInvalida: refuses an amount that is invalid together with the unchanged fields', async () => {
      const saque = {
        valor: '20.00',
        modalidadeAgente: 'AGPSS',
        prestadorDoServicoDeSaque: '12345678',
      };
      const { txid } = await created({
        ...MINIMAL,
        valor: { original: '0.00', retirada: { saque } },
      });
      const response = await client.call('PATCH', `/cob/${txid}`, {
        valor: { original: '10.00' },
      });
      expectProblem(response, 400, 'CobOperacaoInvalida', ['cob.valor.original']);
    });

    it('CobNaoEncontrado: is returned for a txid without a charge', async () => {
      const response = await client.call('PATCH', `/cob/${generateTxid()}`, { status: REMOVED });
      expectProblem(response, 404, 'CobNaoEncontrado');
    });
  });

  describe('GET /cob/{txid}', () => {
    it('returns the charge with its payments', async () => {
      const charge = await created(FULL);
      expect((await client.call('GET', `/cob/${charge.txid}`)).body).toEqual(charge);
      const pix = await simulator.control.pay(charge.txid);
      expect((await client.call('GET', `/cob/${charge.txid}`)).body).toEqual({
        ...charge,
        status: 'CONCLUIDA',
        pix: [pix],
      });
    });

    it('CobNaoEncontrado: is returned for a txid without a charge', async () => {
      const response = await client.call('GET', `/cob/${generateTxid()}`);
      expectProblem(response, 404, 'CobNaoEncontrado');
    });

    it('CobConsultaInvalida: is returned for a revision that is not a number', async () => {
      const { txid } = await created();
      const response = await client.call('GET', `/cob/${txid}?revisao=first`);
      expectProblem(response, 400, 'CobConsultaInvalida', ['revisao']);
    });
  });

  const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';

  async function list(filter = ''): Promise<Json> {
    const { status, body } = await client.call('GET', `/cob?${PERIOD}${filter}`);
    expect(status).toBe(200);
    return body;
  }

  describe('GET /cob', () => {
    const pessoa = { cpf: '12345678909', nome: 'Francisco da Silva' };

    beforeEach(async () => {
      simulator.control.reset();
      client.forgetToken();
      await created(FULL);
      await created({ ...MINIMAL, devedor: pessoa });
      const paid = await created({ ...MINIMAL, devedor: pessoa });
      await simulator.control.pay(paid.txid);
    });

    it('lists in order of creation, and returns the filter', async () => {
      const body = await list();
      expect(body.parametros).toEqual({
        inicio: '2020-01-01T00:00:00Z',
        fim: '2099-01-01T00:00:00Z',
        paginacao: {
          paginaAtual: 0,
          itensPorPagina: 100,
          quantidadeDePaginas: 1,
          quantidadeTotalDeItens: 3,
        },
      });
      const times = body.cobs.map(({ calendario }: Json) => calendario.criacao as string);
      expect(times).toEqual([...times].sort());
      expect(body.cobs[2].pix).toHaveLength(1);
    });

    it.each([
      ['&cpf=12345678909', 2],
      ['&cnpj=12345678000195', 1],
      ['&cnpj=00000000000000', 0],
      ['&status=CONCLUIDA', 1],
      ['&status=ATIVA&cpf=12345678909', 1],
      ['&locationPresente=true', 3],
      ['&locationPresente=false', 0],
      ['&cpf=&status=', 3],
    ])('filters by %s', async (filter, total) => {
      const { parametros, cobs } = await list(filter);
      expect(cobs).toHaveLength(total);
      expect(parametros.paginacao.quantidadeTotalDeItens).toBe(total);
    });

    it('includes both ends of the period', async () => {
      const { cobs } = await list();
      const { criacao } = cobs[1].calendario;
      const { body } = await client.call('GET', `/cob?inicio=${criacao}&fim=${criacao}`);
      expect(body.cobs.map(({ txid }: Json) => txid as string)).toContain(cobs[1].txid);
      const before = await client.call(
        'GET',
        '/cob?inicio=2020-01-01T00:00:00-03:00&fim=2020-01-02T00:00:00Z',
      );
      expect(before.body.cobs).toEqual([]);
      expect(before.body.parametros.paginacao.quantidadeDePaginas).toBe(1);
    });

    it('returns every item on exactly one page', async () => {
      const pages = await Promise.all(
        [0, 1, 2].map((page) => list(`&paginacao.paginaAtual=${page}&paginacao.itensPorPagina=2`)),
      );
      expect(pages.map(({ cobs }) => cobs.length as number)).toEqual([2, 1, 0]);
      expect(pages[1].parametros.paginacao).toEqual({
        paginaAtual: 1,
        itensPorPagina: 2,
        quantidadeDePaginas: 2,
        quantidadeTotalDeItens: 3,
      });
      expect(pages.flatMap(({ cobs }) => cobs)).toEqual((await list()).cobs);
    });

    it.each([
      ['inicio', '?fim=2020-01-01T00:00:00Z'],
      ['fim', '?inicio=2020-01-01T00:00:00Z'],
      ['inicio', '?inicio=2020-01-01&fim=2020-01-01T00:00:00Z'],
      ['fim', '?inicio=2020-01-02T00:00:00Z&fim=2020-01-01T00:00:00Z'],
      ['cpf', `?${PERIOD}&cpf=123`],
      ['cnpj', `?${PERIOD}&cpf=12345678909&cnpj=12345678000195`],
      ['locationPresente', `?${PERIOD}&locationPresente=talvez`],
      ['paginacao.paginaAtual', `?${PERIOD}&paginacao.paginaAtual=-1`],
      ['paginacao.itensPorPagina', `?${PERIOD}&paginacao.itensPorPagina=-1`],
      ['paginacao.itensPorPagina', `?${PERIOD}&paginacao.itensPorPagina=1001`],
      ['paginacao.itensPorPagina', `?${PERIOD}&paginacao.itensPorPagina=dez`],
    ])('CobConsultaInvalida: reports %s in %s', async (propriedade, query) => {
      const response = await client.call('GET', `/cob${query}`);
      expectProblem(response, 400, 'CobConsultaInvalida', [propriedade]);
    });
  });

  describe('simulator, all requests', () => {
    it('NaoEncontrado: is returned for a path that the API does not have', async () => {
      expectProblem(await client.call('GET', '/boletos'), 404, 'NaoEncontrado');
      const outside = await client.send('GET', new URL('/', simulator.url).href);
      expectProblem(outside, 404, 'NaoEncontrado');
    });

    it('answers 405 with the allowed methods of the path', async () => {
      const response = await client.call('DELETE', `/cob/${generateTxid()}`);
      expectProblem(response, 405, 'MetodoNaoPermitido');
      expect(response.headers.allow?.split(', ').sort()).toEqual(['GET', 'PATCH', 'PUT']);
    });

    it.each([
      ['no body', undefined, 400, 'RequisicaoInvalida'],
      ['a list', '[]', 400, 'RequisicaoInvalida'],
      ['broken JSON', '{"valor":', 400, 'RequisicaoInvalida'],
      [
        'a deeply nested body',
        `${'{"x":'.repeat(1e5)}1${'}'.repeat(1e5)}`,
        400,
        'RequisicaoInvalida',
      ],
      ['a body above 8 MiB', `"${'x'.repeat(9 * 1024 * 1024)}"`, 413, 'CorpoGrandeDemais'],
    ])('refuses %s (%s, %d %s)', async (_, body, status, type) => {
      const authorization = `Bearer ${await client.newToken()}`;
      const response = await client.send('POST', `${simulator.url}/cob`, {
        body,
        headers: { authorization, 'content-type': 'application/json' },
      });
      expectProblem(response, status, type);
    });

    it.each<[string, Buffer, Record<string, string>, number, string]>([
      [
        'a body in Latin-1',
        Buffer.from(JSON.stringify({ ...MINIMAL, solicitacaoPagador: 'Serviço' }), 'latin1'),
        {},
        400,
        'RequisicaoInvalida',
      ],
      [
        'a byte order mark',
        Buffer.from(`\uFEFF${JSON.stringify(MINIMAL)}`),
        {},
        400,
        'RequisicaoInvalida',
      ],
      [
        'a compressed body',
        gzipSync(JSON.stringify(MINIMAL)),
        { 'content-encoding': 'gzip' },
        415,
        'TipoDeMidiaNaoAceito',
      ],
    ])('refuses %s and creates nothing', async (_, body, headers, status, type) => {
      const count = async () =>
        (await client.call('GET', `/cob?${EVER}`)).body.parametros.paginacao
          .quantidadeTotalDeItens as number;
      const before = await count();
      const authorization = `Bearer ${await client.newToken()}`;
      const response = await client.send('POST', `${simulator.url}/cob`, {
        body,
        headers: { authorization, 'content-type': 'application/json', ...headers },
      });
      expectProblem(response, status, type);
      expect(await count()).toBe(before);
    });

    it.each([
      ['{"valor": {"original": "1.00"}, "chave": "k", "valor": {"original": "9.00"}}', 'valor'],
      ['{"chave": "k", "valor": {"original": "1.00", "origina\\u006c": "9.00"}}', 'original'],
    ])('RequisicaoInvalida: refuses a member that is repeated, %s', async (body, name) => {
      const authorization = `Bearer ${await client.newToken()}`;
      const response = await client.send('PUT', `${simulator.url}/cob/${generateTxid()}`, {
        headers: { authorization, 'content-type': 'application/json' },
        body,
      });
      expectProblem(response, 400, 'RequisicaoInvalida');
      expect(response.body.detail).toContain(`"${name}" mais de uma vez`);
    });

    it('accepts equal members of different objects, and their names in texts', async () => {
      const { body } = await client.call('PUT', `/cob/${generateTxid()}`, {
        ...MINIMAL,
        solicitacaoPagador: '"chave": "a", "chave": "b" \\"chave":',
        infoAdicionais: [
          { nome: 'nome', valor: 'a' },
          { nome: 'nome', valor: 'b' },
        ],
      });
      expect(body.infoAdicionais).toHaveLength(2);
    });

    it('answers 415 to a body that is not JSON', async () => {
      const authorization = `Bearer ${await client.newToken()}`;
      const response = await client.send('POST', `${simulator.url}/cob`, {
        body: JSON.stringify(MINIMAL),
        headers: { authorization, 'content-type': 'text/plain' },
      });
      expectProblem(response, 415, 'TipoDeMidiaNaoAceito');
    });
  });
});
