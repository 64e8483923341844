import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { BareClient } from '../support/bare-client.js';
import { expectProblem } from '../support/problems.js';

const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };

describe('simulator, locations', () => {
  let simulator: PixSimulator;
  let client: BareClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({ locationBase: 'pix.loja.example/qr/' });
    client = new BareClient(simulator);
  });
  afterAll(async () => {
    client.close();
    await simulator.close();
  });

  async function created(tipoCob: string) {
    const { status, body } = await client.call('POST', '/loc', { tipoCob });
    expect(status).toBe(201);
    return body as { id: number; location: string };
  }

  it('are found at the address of their Location header', async () => {
    const creation = await client.call('POST', '/loc?de=teste', { tipoCob: 'cob' });
    const id = creation.body.id as number;
    expect(creation.headers.location).toBe(`${simulator.url}/loc/${id}`);
    const read = await client.call('GET', `/loc/${id}`);
    expect(read.headers).not.toHaveProperty('location');
  });

  it('are created before a charge, which is then linked to them', async () => {
    const loc = await created('cob');
    expect(loc).toEqual({
      id: expect.any(Number),
      location: expect.stringMatching(/^pix\.loja\.example\/qr\/[0-9a-f]{32}$/),
      tipoCob: 'cob',
      criacao: expect.stringMatching(/Z$/),
    });
    const { body } = await client.call('POST', '/cob', { ...COB, loc: { id: loc.id } });
    expect(body.location).toBe(loc.location);
    const read = await client.call('GET', `/loc/${loc.id}`);
    expect(read.body).toEqual({ ...loc, txid: body.txid });
  });

  it('CobOperacaoInvalida: refuse an immediate charge at a due-date location', async () => {
    const { id, location } = await created('cobv');
    expect(location).toContain('/cobv/');
    const response = await client.call('POST', '/cob', { ...COB, loc: { id } });
    expectProblem(response, 400, 'CobOperacaoInvalida', ['cob.loc.id']);
  });

  it('are unlinked from a charge, which has none until another is linked', async () => {
    const { body: cob } = await client.call('POST', '/cob', COB);
    for (let time = 0; time < 2; time++) {
      const unlinked = await client.call('DELETE', `/loc/${cob.loc.id as number}/txid`);
      expect(unlinked.status).toBe(200);
      expect(unlinked.body).not.toHaveProperty('txid');
    }
    const path = `/cob/${cob.txid as string}`;
    const { body } = await client.call('GET', path);
    expect(body).toMatchObject({ status: 'ATIVA', revisao: 0 });
    for (const field of ['loc', 'location', 'pixCopiaECola'])
      expect(body).not.toHaveProperty(field);
    const without = await client.call('GET', `/cob?${PERIOD}&locationPresente=false`);
    expect(without.body.cobs).toEqual([body]);

    const { id } = await created('cob');
    const moved = await client.call('PATCH', path, { loc: { id } });
    expect(moved.body).toMatchObject({ revisao: 0, loc: { id } });
  });

  it('are listed by type and by use', async () => {
    simulator.control.reset();
    client.forgetToken();
    await created('cob');
    await created('cobv');
    await client.call('POST', '/cob', COB);
    const total = async (filter: string) => {
      const { body } = await client.call('GET', `/loc?${PERIOD}${filter}`);
      expect(body.loc).toHaveLength(body.parametros.paginacao.quantidadeTotalDeItens as number);
      return body.loc.length as number;
    };
    expect(await total('')).toBe(3);
    expect(await total('&tipoCob=cob')).toBe(2);
    expect(await total('&txIdPresente=true')).toBe(1);
    expect(await total('&txIdPresente=false&tipoCob=cobv')).toBe(1);
  });

  it('answer PayloadLocationNaoEncontrado, …OperacaoInvalida, …ConsultaInvalida, RequisicaoInvalida', async () => {
    for (const [method, path] of [
      ['GET', '/loc/999999'],
      ['DELETE', '/loc/9999999999999999999/txid'],
    ] as const) {
      expectProblem(await client.call(method, path), 404, 'PayloadLocationNaoEncontrado');
    }
    const type = await client.call('POST', '/loc', { tipoCob: 'rec' });
    expectProblem(type, 400, 'PayloadLocationOperacaoInvalida', ['loc.tipoCob']);
    const list = await client.call('GET', `/loc?${PERIOD}&tipoCob=rec`);
    expectProblem(list, 400, 'PayloadLocationConsultaInvalida', ['tipoCob']);
    const id = await client.call('GET', '/loc/abc');
    expectProblem(id, 400, 'PayloadLocationConsultaInvalida', ['id']);
    const unlink = await client.call('DELETE', '/loc/abc/txid');
    expectProblem(unlink, 400, 'RequisicaoInvalida', ['id']);
  });
});
