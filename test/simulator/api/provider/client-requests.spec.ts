import { afterEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../../devkit/simulator/index.js';
import { BareClient, type BareResponse } from '../../support/bare-client.js';
import { recordedClients, type RecordedClient } from './client-requests.js';

const TXID = 'pedido00000000000000000001';

let simulator: PixSimulator;
let client: BareClient;
afterEach(async () => {
  client.close();
  await simulator.close();
});

async function start(options: Parameters<typeof PixSimulator.start>[0]): Promise<void> {
  simulator = await PixSimulator.start(options);
  client = new BareClient(simulator);
}

/** Requests a token as the client does. */
function requestToken({
  token: { headers, body, query = '' },
}: RecordedClient): Promise<BareResponse> {
  const { clientId, clientSecret = '' } = simulator.moduleOptions;
  const values: Record<string, string> = {
    id: clientId,
    secret: encodeURIComponent(clientSecret),
    basic: Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
  };
  const fill = (text: string) => text.replace(/\{(id|secret|basic)\}/g, (_, name) => values[name]!);
  return client.send('POST', simulator.tokenUrl + query, {
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, fill(text)])),
    body: fill(body),
  });
}

describe.each(recordedClients)('requests of $name', (recorded) => {
  it('get a token and the statuses that the client expects', async () => {
    await start({ quirks: recorded.quirks });
    const token = await requestToken(recorded);
    expect(token.status).toBe(200);
    const authorization = `Bearer ${token.body.access_token as string}`;
    const statuses: (readonly [string, number])[] = [];
    for (const { method, path, headers, body } of recorded.requests) {
      const url = simulator.url + path.replace('{txid}', TXID);
      const { status } = await client.send(method, url, {
        headers: { ...headers, authorization },
        body,
        raw: true,
      });
      statuses.push([`${method} ${path}`, status]);
    }
    expect(statuses).toEqual(
      recorded.requests.map(({ method, path, status }) => [`${method} ${path}`, status]),
    );
  });
});

describe('what the servers of Efí accept for its own clients', () => {
  const CHANGE = { solicitacaoPagador: 'Camiseta' };
  const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };

  it('is refused by default: a trailing slash, a method in a header, a body without a type', async () => {
    await start({});
    await client.call('PUT', `/cob/${TXID}`, COB);
    const authorization = `Bearer ${await client.newToken()}`;
    const url = `${simulator.url}/cob/${TXID}`;
    const body = JSON.stringify(CHANGE);
    const json = { authorization, 'content-type': 'application/json' };
    const override = { ...json, 'x-http-method-override': 'PATCH' };
    expect((await client.send('GET', `${url}/`, { headers: json })).status).toBe(404);
    expect((await client.send('POST', url, { headers: override, body })).status).toBe(405);
    const untyped = await client.send('PATCH', url, { headers: { authorization }, body });
    expect(untyped.status).toBe(415);
  });

  it('changes neither the type of other bodies nor the method of other requests', async () => {
    await start({ quirks: 'efi' });
    const { headers } = await client.call('PUT', `/cob/${TXID}`, COB);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const authorization = `Bearer ${await client.newToken()}`;
    const url = `${simulator.url}/cob/${TXID}`;
    const text = { authorization, 'content-type': 'text/plain' };
    const body = JSON.stringify(CHANGE);
    expect((await client.send('PATCH', url, { headers: text, body })).status).toBe(415);
    const get = { authorization, 'x-http-method-override': 'DELETE' };
    expect((await client.send('GET', url, { headers: get })).status).toBe(200);
  });
});
