import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { decodeBrCode } from '../../../lib/brcode/index.js';
import { PixPayloadService } from '../../../lib/payload/index.js';
import { generateTxid } from '../../../lib/values/index.js';
import { BareClient, send, type Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';

const COB = {
  valor: { original: '37.00' },
  chave: 'k@example.com',
  solicitacaoPagador: 'Obrigado',
};

describe('simulator, payloads', () => {
  let simulator: PixSimulator;
  let client: BareClient;
  let payloads: PixPayloadService;

  beforeAll(async () => {
    simulator = await PixSimulator.start();
    client = new BareClient(simulator);
    payloads = new PixPayloadService(simulator.moduleOptions.payload);
  });
  beforeEach(() => {
    simulator.control.reset();
    client.forgetToken();
  });
  afterAll(async () => {
    client.close();
    await simulator.close();
  });

  const open = (location: string) => send(`https://${location}`, { ca: simulator.ca });

  async function newCob(body: object = COB): Promise<Json> {
    return (await client.call('PUT', `/cob/${generateTxid()}`, body)).body;
  }

  async function newCobV(body: object = {}): Promise<Json> {
    const { body: cobv } = await client.call('PUT', `/cobv/${generateTxid()}`, {
      calendario: { dataDeVencimento: '2024-04-15', validadeAposVencimento: 10 },
      devedor: { cpf: '12345678909', nome: 'Francisco da Silva', cidade: 'Recife' },
      valor: {
        original: '100.00',
        multa: { modalidade: 2, valorPerc: '2.00' },
        juros: { modalidade: 2, valorPerc: '0.10' },
        desconto: { modalidade: 3, valorPerc: '1.00' },
      },
      chave: 'k@example.com',
      ...body,
    });
    return cobv;
  }

  it('are signed and available without token and certificate', async () => {
    const cob = await newCob();
    const { location = '' } = decodeBrCode(cob.pixCopiaECola as string);
    const read = await payloads.fetch(location);
    expect(read).toMatchObject({
      kind: 'cob',
      location: cob.location,
      payload: {
        txid: cob.txid,
        revisao: 0,
        calendario: { ...cob.calendario, apresentacao: expect.stringMatching(/Z$/) },
        status: 'ATIVA',
        valor: { original: '37.00' },
        chave: 'k@example.com',
        solicitacaoPagador: 'Obrigado',
      },
    });
    const answer = await send(`https://${location}`, { ca: simulator.ca, raw: true });
    expect(answer.headers['content-type']).toBe('application/jose');
    expect(answer.text).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('publish the key on the location’s host with its certificates (Manual de Segurança)', async () => {
    const { location } = await newCob();
    const { header } = await payloads.fetch(location as string);
    expect(header).toEqual({
      alg: 'ES256',
      typ: 'JWS',
      kid: expect.stringMatching(/^[\w-]{43}$/),
      jku: `${simulator.locationUrl}/jwks.json`,
      x5t: expect.stringMatching(/^[\w-]{27}$/),
      'x5t#S256': expect.stringMatching(/^[\w-]{43}$/),
    });
    const { status, headers, body } = await send(header.jku!, { ca: simulator.ca });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/jwk-set+json');
    const [key] = body.keys;
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256' });
    expect(key.kid).toBe(header.kid);
    expect(key).not.toHaveProperty('d');
    const [own, authority] = (key.x5c as string[]).map(
      (der) => new X509Certificate(Buffer.from(der, 'base64')),
    );
    expect(own!.verify(authority!.publicKey)).toBe(true);
    expect(authority!.toString()).toBe(new X509Certificate(simulator.ca).toString());
  });

  it('are not served by the API’s listener, which requires a client certificate', async () => {
    const { location } = await newCob();
    const { port } = new URL(simulator.url);
    const [, ...path] = (location as string).split('/');
    await expect(
      send(`https://127.0.0.1:${port}/${path.join('/')}`, { ca: simulator.ca }),
    ).rejects.toMatchObject({ code: expect.any(String) });
    const elsewhere = await open(`${new URL(simulator.locationUrl).host}/pix/v2/cob`);
    expectProblem(elsewhere, 404, 'NaoEncontrado');
    const post = await send(`https://${location as string}`, { ca: simulator.ca, method: 'POST' });
    expectProblem(post, 405, 'MetodoNaoPermitido');
  });

  it('contain the amount of a due-date charge on the current or the given day', async () => {
    simulator.control.clock.set('2024-04-10T12:00:00-03:00');
    const { location } = await newCobV();
    const amount = async (DPP?: string) => {
      const { payload } = await payloads.fetch(location as string, { DPP, codMun: '3550308' });
      return (payload as Json).valor as unknown;
    };
    // Five days ahead, 1.00 a day.
    expect(await amount()).toEqual({ original: '100.00', desconto: '5.00', final: '95.00' });
    expect(await amount('2024-04-15')).toEqual({ original: '100.00', final: '100.00' });
    // Three days late: 2.00, and 3 × 0.10.
    const late = { original: '100.00', multa: '2.00', juros: '0.30', final: '102.30' };
    expect(await amount('2024-04-18')).toEqual(late);
    simulator.control.clock.set('2024-04-18T12:00:00-03:00');
    expect(await amount()).toEqual(late);
    const { payload } = await payloads.fetch(location as string);
    expect(payload).toMatchObject({
      calendario: { dataDeVencimento: '2024-04-15', validadeAposVencimento: 10 },
      devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
      recebedor: { cnpj: '12345678000195', uf: 'SP' },
    });
    expect((payload as Json).devedor).not.toHaveProperty('cidade');
  });

  it.each([
    ['codMun', 'codMun=123'],
    ['codMun', 'codMun=3550309'],
    ['codMun', 'codMun=9999999'],
    ['DPP', 'DPP=2024-02-30'],
    ['DPP', 'DPP=2024-04-09'],
    ['DPP', 'DPP=2024-04-26'],
  ])('CobPayloadOperacaoInvalida: reports %s in %s', async (propriedade, query) => {
    simulator.control.clock.set('2024-04-10T12:00:00-03:00');
    const { location } = await newCobV();
    const response = await open(`${location as string}?${query}`);
    expectProblem(response, 400, 'CobPayloadOperacaoInvalida', [propriedade]);
  });

  it('CobPayloadNaoEncontrado: answer 404 for a location without a charge and 410 for a removed charge', async () => {
    expectProblem(
      await open(`${new URL(simulator.locationUrl).host}/qr/v2/unknown`),
      404,
      'CobPayloadNaoEncontrado',
    );
    for (const charge of [await newCob(), await newCobV({ calendario: CALENDARIO })]) {
      await client.call('DELETE', `/loc/${charge.loc.id as number}/txid`);
      expectProblem(await open(charge.location as string), 404, 'CobPayloadNaoEncontrado');
    }
    const { txid, location } = await newCob();
    await client.call('PATCH', `/cob/${txid as string}`, {
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    expectProblem(await open(location as string), 410, 'CobPayloadNaoEncontrado');
  });

  it('contain the status of a paid charge', async () => {
    const { txid, location } = await newCob();
    await simulator.control.pay(txid as string);
    const { payload } = await payloads.fetch(location as string);
    expect(payload).toMatchObject({ status: 'CONCLUIDA' });
  });

  it('contain a recurrence until it ends: RecPayloadOperacaoInvalida, RecPayloadNaoEncontrado', async () => {
    const { body: loc } = await client.call('POST', '/locrec');
    expectProblem(await open(loc.location as string), 404, 'RecPayloadNaoEncontrado');
    const { body: rec } = await client.call('POST', '/rec', { ...REC, loc: loc.id });
    const { kind, payload } = await payloads.fetch(loc.location as string);
    expect(kind).toBe('rec');
    expect(payload).toEqual({
      idRec: rec.idRec,
      vinculo: REC.vinculo,
      calendario: REC.calendario,
      valor: REC.valor,
      politicaRetentativa: REC.politicaRetentativa,
      recebedor: { cnpj: '12345678000195', nome: 'Loja Simulada', ispbParticipante: '99999999' },
      atualizacao: rec.atualizacao,
    });
    await simulator.control.reject(rec.idRec as string);
    expectProblem(await open(loc.location as string), 400, 'RecPayloadOperacaoInvalida', [
      'recUrlAccessToken',
    ]);
  });

  it('have the base address of the option locationBase', async () => {
    const proxied = await PixSimulator.start({ locationBase: 'pix.loja.example/qr/' });
    const caller = new BareClient(proxied);
    const { body } = await caller.call('POST', '/cob', COB);
    expect(body.location).toMatch(/^pix\.loja\.example\/qr\/[0-9a-f]{32}$/);
    const token = (body.location as string).split('/').at(-1)!;
    const answer = await send(`${proxied.locationUrl}/${token}`, { ca: proxied.ca, raw: true });
    const [header = ''] = answer.text.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({
      jku: 'https://pix.loja.example/qr/jwks.json',
    });
    caller.close();
    await proxied.close();
  });
});

const CALENDARIO = { dataDeVencimento: '2099-01-01' };
