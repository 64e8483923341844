import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { SimulatorDriver } from '../support/simulator-driver.js';

const SECRET = 'a-client-secret-of-a-test';
const CPF = '12345678909';
const CNPJ = '11222333000181';
const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };

describe('the request log', () => {
  let driver: SimulatorDriver;
  beforeAll(async () => {
    driver = await SimulatorDriver.start({ clientSecret: SECRET });
  });
  beforeEach(() => driver.begin('2024-05-01T12:00:00-03:00'));
  afterAll(() => driver.close());

  const readLog = async (query = ''): Promise<Json> =>
    (await driver.client.control('GET', `/requests${query}`)).body;

  it('lists requests with bodies, newest first, and not those of the control API', async () => {
    const txid = generateTxid();
    await driver.ok('PUT', `/cob/${txid}`, COB);
    await driver.call('GET', `/cob/${txid}?revisao=9`);
    const { requests, total } = await readLog();
    expect(total).toBe(3);
    expect(requests.map(({ method, status }: Json) => [method, status])).toEqual([
      ['GET', 400],
      ['PUT', 201],
      ['POST', 200],
    ]);
    const [refused, created, token] = requests;
    expect(refused).toMatchObject({ path: `/pix/v2/cob/${txid}?revisao=9`, fault: false });
    expect(refused.response).toMatchObject({ status: 400 });
    expect(created.request).toEqual(COB);
    expect(created.response).toMatchObject({ txid, status: 'ATIVA' });
    expect(created.at).toMatch(/^2024-05-01T15:00/);
    expect(token.path).toBe('/oauth/token');
    expect((await readLog('?limit=1')).requests).toHaveLength(1);
  });

  it('contains no secret, token, CPF or CNPJ', async () => {
    const { client } = driver;
    const form = { grant_type: 'client_credentials', client_id: 'x', client_secret: SECRET };
    const token = (await client.requestToken(form)).body?.access_token as string | undefined;
    const granted = await client.newToken();
    await driver.ok('PUT', `/cob/${generateTxid()}`, {
      ...COB,
      devedor: { cpf: CPF, nome: 'Fulano' },
      solicitacaoPagador: `Para ${CPF} e ${CNPJ}`,
    });
    await driver.call('PUT', `/cobv/${generateTxid()}`, { devedor: { cnpj: CNPJ } });
    await driver.call(
      'GET',
      `/cob?inicio=2024-01-01T00:00:00Z&fim=2024-01-02T00:00:00Z&cpf=${CPF}`,
    );
    await driver.ok('PUT', `/webhook/${CPF}`, {
      webhookUrl: 'https://loja.example.com/pix?hmac=segredo-da-loja',
    });
    await driver.call('GET', `/webhook/${CPF}`);
    await client.send('POST', driver.simulator.tokenUrl, {
      body: `{"client_secret":"${SECRET}"`,
      headers: { 'content-type': 'application/json' },
    });
    const har = await driver.client.control('GET', '/requests.har');
    const text = JSON.stringify([await readLog(), har.body]);
    const held = [SECRET, CPF, CNPJ, granted, 'segredo-da-loja', ...(token ? [token] : [])];
    for (const value of held) expect(text).not.toContain(value);
    expect(text).toContain('Fulano');
    expect(text).toContain('https://loja.example.com/pix?***');
  });

  it('finds requests by text, method, status and family, and no secret', async () => {
    const txid = generateTxid();
    await driver.ok('PUT', `/cob/${txid}`, { ...COB, solicitacaoPagador: 'Camiseta Ipê' });
    await driver.call('GET', `/cob/${generateTxid()}`);
    await driver.call('GET', '/webhook/k@example.com');
    const find = async (query: string) =>
      (await readLog(query)).requests.map(({ operation }: Json) => operation as string);
    expect(await find('?q=camiseta')).toEqual(['cob.createWithTxid']);
    expect(await find(`?q=${txid}`)).toEqual(['cob.createWithTxid']);
    expect(await find('?method=PUT')).toEqual(['cob.createWithTxid']);
    expect(await find('?status=4&family=cob')).toEqual(['cob.get']);
    expect(await find('?status=404')).toEqual(['webhook.get', 'cob.get']);
    expect(await find('?family=token')).toEqual(['token']);
    expect(await find(`?q=${SECRET}`)).toEqual([]);
    expect(await find('?limit=1&family=cob')).toEqual(['cob.get']);
  });

  it('has the operation, the duration and the headers of a request, without secrets', async () => {
    const txid = generateTxid();
    const headers = { 'x-application-key': 'canary-of-a-key', 'x-correlation-id': 'a-correlation' };
    const token = await driver.client.newToken();
    await driver.client.send('PUT', `${driver.simulator.url}/cob/${txid}`, {
      body: JSON.stringify(COB),
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });
    const [call] = (await readLog()).requests;
    expect(call).toMatchObject({
      operation: 'cob.createWithTxid',
      params: { txid },
      requestHeaders: {
        authorization: '***',
        'x-application-key': '***',
        'x-correlation-id': 'a-correlation',
        'content-type': 'application/json',
      },
      responseHeaders: { 'content-type': 'application/json' },
    });
    expect(call.duration).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(call)).not.toContain(token);
    expect(JSON.stringify(call)).not.toContain('canary');
  });

  it('is exported as an HTTP Archive', async () => {
    const txid = generateTxid();
    await driver.ok('PUT', `/cob/${txid}`, COB);
    const har = (await driver.client.control('GET', '/requests.har?family=cob')).body;
    expect(har.log.version).toBe('1.2');
    expect(har.log.entries).toHaveLength(1);
    const [{ request, response, comment }] = har.log.entries;
    expect(request.url).toBe(`${driver.simulator.url}/cob/${txid}`);
    expect(JSON.parse(request.postData.text)).toEqual(COB);
    expect(request.headers).toContainEqual({ name: 'authorization', value: '***' });
    expect(response.status).toBe(201);
    expect(JSON.parse(response.content.text)).toMatchObject({ txid });
    expect(comment).toBe('cob.createWithTxid');
  });

  it('shows unknown paths, refused bodies and injected faults', async () => {
    await driver.client.send('GET', `${new URL(driver.simulator.url).origin}/api/v3/cob`);
    await driver.call('PUT', `/cob/${generateTxid()}`, '{"valor":');
    driver.control.faults.add({ on: 'cob.get', kind: 'reset' });
    await expect(driver.call('GET', `/cob/${generateTxid()}`)).rejects.toThrow();
    const { requests } = await readLog();
    expect(requests[0]).toMatchObject({ method: 'GET', fault: true });
    expect(requests[1]).toMatchObject({ method: 'PUT', status: 415, request: '{"valor":' });
    expect(requests.at(-1)).toMatchObject({ path: '/api/v3/cob', status: 404 });
  });

  it('keeps the latest 200 requests, and no long body', async () => {
    const long = `"${'x'.repeat(16_000)}"`;
    await driver.call('POST', '/cob', { solicitacaoPagador: long });
    expect((await readLog()).requests[0].request).toMatch(/^\(16\d{3} caracteres\)$/);
    for (let count = 0; count < 205; count += 1) await driver.call('GET', '/none');
    const { requests, total } = await readLog('?limit=1000');
    expect(requests).toHaveLength(200);
    expect(total).toBe(207);
    driver.control.reset();
    expect(await readLog()).toEqual({ requests: [], total: 0 });
  });
});
