import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../devkit/simulator/index.js';
import { generateTxid } from '../../lib/values/index.js';
import { BareClient, type BareResponse } from '../simulator/support/bare-client.js';
import { Specification } from './support/specification.js';

const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
const RETIRADA = {
  valor: '20.00',
  modalidadeAgente: 'AGTEC',
  prestadorDoServicoDeSaque: '12345678',
};
const BODIES = {
  minimal: { valor: { original: '37.00' }, chave: CHAVE },
  full: {
    calendario: { expiracao: 3600 },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    valor: { original: '37.00', modalidadeAlteracao: 1 },
    chave: CHAVE,
    solicitacaoPagador: 'Serviço realizado.',
    infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação 1' }],
  },
  company: {
    devedor: { cnpj: '12345678000195', nome: 'Empresa de Serviços SA' },
    valor: { original: '10.00' },
    chave: CHAVE,
  },
  saque: { valor: { original: '0.00', retirada: { saque: RETIRADA } }, chave: CHAVE },
  troco: { valor: { original: '80.00', retirada: { troco: RETIRADA } }, chave: CHAVE },
};

const specification = Specification.read();

describe('responses of the simulator', () => {
  let simulator: PixSimulator;
  let client: BareClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({ chaves: [CHAVE] });
    client = new BareClient(simulator);
  });
  afterAll(async () => {
    client.close();
    await simulator.close();
  });

  async function call(
    method: string,
    template: string,
    path: string,
    body?: unknown,
  ): Promise<BareResponse> {
    const response = await client.call(method, path, body);
    expect(specification.checkResponse(method, template, response)).toEqual([]);
    return response;
  }

  const put = (body: object, txid = generateTxid()) =>
    call('PUT', '/cob/{txid}', `/cob/${txid}`, body);

  it.each(Object.entries(BODIES))(
    'match the specification for the operations of a charge: %s',
    async (_, body) => {
      const created = await put(body);
      expect(created.status).toBe(201);
      const path = `/cob/${created.body.txid as string}`;
      await call('POST', '/cob', '/cob', body);
      await call('PATCH', '/cob/{txid}', path, { solicitacaoPagador: 'Outro texto' });
      await call('GET', '/cob/{txid}', path);
      const pix = await simulator.control.pay(created.body.txid as string, { infoPagador: 'oi' });
      expect(specification.checkSchema('Pix', pix)).toEqual([]);
      const paid = await call('GET', '/cob/{txid}', path);
      expect(paid.body.status).toBe('CONCLUIDA');
      await call('GET', '/cob/{txid}', `${path}?revisao=0`);
      const refused = await put(body, created.body.txid as string);
      expect(refused.status).toBe(400);
    },
  );

  it('are refused by the validator when they are invalid', async () => {
    const { body } = await put(BODIES.full);
    const faults = (change: object) =>
      specification.checkSchema('CobGerada', { ...(body as object), ...change });
    expect(faults({})).toEqual([]);
    for (const change of [
      { status: 'PAGA' },
      { revisao: '0' },
      { txid: 'short' },
      { valor: { original: '37' } },
      { devedor: { cpf: '1', nome: 'x' } },
      { loc: { id: 1 } },
      { chave: undefined },
    ]) {
      expect(faults(change)).not.toEqual([]);
    }
  });

  it('match the specification for a removed charge', async () => {
    const { body } = await put(BODIES.minimal);
    const path = `/cob/${body.txid as string}`;
    const change = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    expect((await call('PATCH', '/cob/{txid}', path, change)).status).toBe(200);
    expect((await call('PATCH', '/cob/{txid}', path, change)).status).toBe(400);
  });

  it.each([
    '',
    '&cpf=12345678909',
    '&cnpj=12345678000195',
    '&status=CONCLUIDA&locationPresente=true',
    '&paginacao.paginaAtual=1&paginacao.itensPorPagina=2',
    '&paginacao.paginaAtual=99',
  ])('match the specification for a list of charges: %s', async (filter) => {
    await put(BODIES.full);
    const { status } = await call('GET', '/cob', `/cob?${PERIOD}${filter}`);
    expect(status).toBe(200);
  });

  it('match the specification for webhooks', async () => {
    const [template, path] = ['/webhook/{chave}', `/webhook/${CHAVE}`];
    const body = { webhookUrl: 'https://pix.example.com/api/webhook/' };
    await call('PUT', template, path, body);
    await call('GET', template, path);
    await call('GET', '/webhook', '/webhook');
    await call('GET', '/webhook', `/webhook?${PERIOD}`);
    await call('DELETE', template, path);
    expect((await call('GET', template, path)).status).toBe(404);
    expect((await call('PUT', template, path, {})).status).toBe(400);
  });

  it('match the specification for received payments and refunds', async () => {
    const { body } = await put(BODIES.full);
    const { endToEndId } = await simulator.control.pay(body.txid as string);
    const [template, path] = ['/pix/{e2eid}/devolucao/{id}', `/pix/${endToEndId}/devolucao/d1`];
    expect((await call('PUT', template, path, { valor: '10.00' })).status).toBe(201);
    await simulator.control.settleRefund(endToEndId, 'd1', { motivo: 'pedido' });
    await call('GET', template, path);
    await call('GET', '/pix/{e2eid}', `/pix/${endToEndId}`);
    await call('GET', '/pix', `/pix?${PERIOD}&devolucaoPresente=true&cpf=12345678909`);
    expect((await call('PUT', template, path, { valor: '10.00' })).status).toBe(400);
    expect((await call('GET', template, `${path}x`)).status).toBe(404);
  });

  it('match the specification for locations', async () => {
    const { body } = await call('POST', '/loc', '/loc', { tipoCob: 'cob' });
    const id = String(body.id);
    await put({ ...BODIES.minimal, loc: { id: body.id } });
    await call('GET', '/loc/{id}', `/loc/${id}`);
    await call('GET', '/loc', `/loc?${PERIOD}&txIdPresente=true&tipoCob=cob`);
    await call('DELETE', '/loc/{id}/txid', `/loc/${id}/txid`);
    expect((await call('POST', '/loc', '/loc', {})).status).toBe(400);
  });

  it.each([
    ['GET', '/cob/{txid}', `/cob/${'x'.repeat(26)}`, undefined, 404],
    ['PATCH', '/cob/{txid}', `/cob/${'x'.repeat(26)}`, {}, 404],
    ['PUT', '/cob/{txid}', `/cob/${'x'.repeat(26)}`, {}, 400],
    ['POST', '/cob', '/cob', { ...BODIES.full, valor: { original: '1' } }, 400],
  ] as const)(
    'match the specification for a refused request: %s %s',
    async (method, template, path, body, status) => {
      expect((await call(method, template, path, body)).status).toBe(status);
    },
  );

  it('match the specification for a missing scope', async () => {
    const authorization = `Bearer ${await client.newToken('pix.read')}`;
    const response = await client.send('GET', `${simulator.url}/webhook`, {
      headers: { authorization },
    });
    expect(response.status).toBe(403);
    expect(specification.checkResponse('GET', '/webhook', response)).toEqual([]);
  });
});
