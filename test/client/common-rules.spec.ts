import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createPixClient,
  type PixClient,
  type PixModuleOptions,
  type PixRequestOptions,
} from '../../lib/index.js';
import { VERSION } from '../../lib/internal.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };

let provider: ScriptedProvider;
const clients: PixClient[] = [];

async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  const client = await createPixClient(provider.options(options));
  clients.push(client);
  return client;
}

beforeEach(async () => {
  provider = await ScriptedProvider.start();
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await provider.close();
});

describe('request headers', () => {
  it('sets Authorization, Content-Type, User-Agent and client_id', async () => {
    await (await open()).cob.createWithTxid(TXID, COB);
    const [request] = provider.requests;
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'content-type': 'application/json',
      'user-agent': `nestjs-pix/${VERSION}`,
      client_id: 'client-1',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual(COB);
  });

  it('client_id is the empty string when the client has no client id', async () => {
    const client = await open({
      provider: {
        name: 'scripted',
        code: '999',
        production: { baseUrl: 'https://never.example', tokenUrl: 'https://never.example' },
        sandbox: { baseUrl: `${provider.origin}/pix/v2`, mode: 'fixed-token' },
        scopes: ['cob.read'],
      },
      environment: 'sandbox',
      sandboxToken: 'fixed',
      clientId: undefined,
      clientSecret: undefined,
    });
    await client.cob.get(TXID);
    expect(provider.requests[0]?.headers.client_id).toBe('');
  });

  it('extra headers are sent from the options and from the call', async () => {
    const client = await open({ headers: { 'x-app': 'shop', 'x-both': 'options' } });
    await client.cob.get(TXID, {}, { headers: { 'X-Both': 'call', 'x-trace': '1' } });
    expect(provider.requests[0]?.headers).toMatchObject({
      'x-app': 'shop',
      'x-both': 'call',
      'x-trace': '1',
      authorization: 'Bearer token-1',
    });
  });

  it.each(['Authorization', 'authorization', 'AUTHORIZATION', 'client_id', 'Client_ID'])(
    'redefining %s throws a ValueError before any token request',
    async (name) => {
      const client = await open();
      await expect(client.cob.get(TXID, {}, { headers: { [name]: 'x' } })).rejects.toMatchObject({
        name: 'ValueError',
        message: expect.stringContaining(name),
      });
      await expect(open({ headers: { [name]: 'x' } })).rejects.toMatchObject({
        name: 'ValueError',
      });
      expect(provider.connections).toBe(0);
    },
  );
});

describe('the response of a successful call', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/problem+json',
    'application/vnd.bank.v2+json',
    'text/json',
  ])('accepts a body of content type %s', async (contentType) => {
    provider.api = { headers: { 'content-type': contentType }, body: `{"txid":"${TXID}"}` };
    await expect((await open()).cob.get(TXID)).resolves.toEqual({ txid: TXID });
  });

  it.each([
    ['text/html', '<html>ok</html>'],
    ['text/plain', '{"txid":"t"}'],
    ['application/jsonp', '{"txid":"t"}'],
    ['application/xml', '<a/>'],
    ['application/json', '<html>'],
    ['application/json', '{"txid":'],
    ['application/json', 'null'],
    ['application/json', '[]'],
    ['application/json', '"text"'],
  ])('is an invalid response for content type %s with body %s', async (type, body) => {
    provider.api = { status: 201, headers: { 'content-type': type }, body };
    const client = await open({ retry: false });
    await expect(client.cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      status: 201,
      contentType: type,
      resultUnknown: true,
      operation: 'PUT /cob/{txid}',
      provider: 'scripted',
    });
  });

  it('is an invalid response without a content type', async () => {
    provider.api = { body: '{"txid":"t"}' };
    await expect((await open()).cob.get(TXID)).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      status: 200,
    });
  });

  it('is an invalid response when a required body is empty', async () => {
    provider.api = { status: 201, headers: { 'content-type': 'application/json' }, body: ' ' };
    await expect((await open()).cob.create(COB)).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
      status: 201,
    });
  });

  it.each([200, 201, 204])(
    'resolves to undefined on %d for an operation without a body',
    async (status) => {
      provider.api = { status };
      const client = await open();
      await expect(
        client.webhook.register('chave@example.com', { webhookUrl: 'https://example.com/pix' }),
      ).resolves.toBeUndefined();
      await expect(client.webhook.delete('chave@example.com')).resolves.toBeUndefined();
    },
  );

  it('is refused for an operation without a body when its body is not JSON', async () => {
    provider.api = { headers: { 'content-type': 'text/html' }, body: '<html>login</html>' };
    const client = await open({ retry: false });
    await expect(client.webhook.delete('chave@example.com')).rejects.toMatchObject({
      name: 'PixRespostaInvalidaError',
    });
  });

  it('is accepted with 200 instead of 201', async () => {
    const record = { ...COB, txid: TXID };
    provider.api = { status: 200, body: record };
    await expect((await open()).cob.create(COB)).resolves.toEqual(record);
  });

  it('keeps unknown fields and new enum values', async () => {
    const answer = { txid: TXID, status: 'NOVO_STATUS', futuro: { a: [1] } };
    provider.api = { body: answer };
    await expect((await open()).cob.get(TXID)).resolves.toEqual(answer);
  });
});

describe('argument checks before any token request', () => {
  it.each<[string, PixRequestOptions]>([
    ['a time limit of zero', { timeout: 0 }],
    ['a header with a line break', { headers: { 'x-app': 'a\r\nb: c' } }],
    ['a header whose name HTTP does not allow', { headers: { 'x app': 'a' } }],
    ['scopes that yield none', { scopes: ' ' }],
  ])('refuse %s in a call with a ValueError', async (_, options) => {
    const client = await open();
    await expect(client.cob.get(TXID, {}, options)).rejects.toMatchObject({ name: 'ValueError' });
    expect(provider.connections).toBe(0);
  });

  it.each([
    ['too short', 'abc'],
    ['too long', 'a'.repeat(36)],
    ['with a slash', `${'a'.repeat(25)}/`],
    ['not text', 5 as never],
    ['absent', undefined as never],
  ])('refuse a txid that is %s with a ValidationError that names the field', async (_, txid) => {
    const client = await open();
    await expect(client.cob.get(txid)).rejects.toMatchObject({
      name: 'ValidationError',
      field: 'txid',
    });
    expect(provider.connections).toBe(0);
  });

  it('refuse a body that the DTO rejects', async () => {
    const client = await open();
    await expect(
      client.cob.create({ valor: { original: '37,00' }, chave: 'c@example.com' }),
    ).rejects.toMatchObject({ name: 'ValidationError', field: 'valor.original' });
    expect(provider.connections).toBe(0);
  });

  it('check identifiers even with validate: false, which sends the body unchanged', async () => {
    const client = await open({ validate: false });
    await client.cob.create({ valor: { original: '37,00' }, chave: 'c@example.com' });
    expect(provider.requests).toHaveLength(1);
    await expect(client.cob.get('curto')).rejects.toMatchObject({ name: 'ValidationError' });
  });

  it('leave the body unchanged, unknown fields included', async () => {
    const body = { ...COB, campoDoBanco: { a: 1 } };
    const copy = structuredClone(body);
    await (await open()).cob.create(body);
    expect(JSON.parse(provider.requests[0]?.body ?? '')).toEqual(copy);
    expect(body).toEqual(copy);
  });
});

describe('path and query', () => {
  it('a key in the path is percent-encoded', async () => {
    await (await open()).webhook.get('+5561912345678').catch(() => undefined);
    await (await open()).webhook.get('a/b?c#d@e.com').catch(() => undefined);
    expect(provider.requests.map(({ url }) => url)).toEqual([
      '/pix/v2/webhook/%2B5561912345678',
      '/pix/v2/webhook/a%2Fb%3Fc%23d%40e.com',
    ]);
  });

  it('a filter uses the parameter names of the specification and dates in UTC', async () => {
    await (
      await open()
    ).cob.list({
      inicio: new Date('2026-01-01T00:00:00-03:00'),
      fim: '2026-01-02T00:00:00Z',
      cpf: '12345678909',
      locationPresente: true,
      status: 'ATIVA',
      paginaAtual: 2,
      itensPorPagina: 50,
    });
    expect(
      Object.fromEntries(new URL(provider.requests[0]?.url ?? '', 'https://x').searchParams),
    ).toEqual({
      inicio: '2026-01-01T03:00:00Z',
      fim: '2026-01-02T00:00:00Z',
      cpf: '12345678909',
      locationPresente: 'true',
      status: 'ATIVA',
      'paginacao.paginaAtual': '2',
      'paginacao.itensPorPagina': '50',
    });
  });

  it('a webhook list requests page 0 with 100 items by default', async () => {
    provider.api = { body: { webhooks: [] } };
    await (await open()).webhook.list();
    expect(
      Object.fromEntries(new URL(provider.requests[0]?.url ?? '', 'https://x').searchParams),
    ).toEqual({
      'paginacao.paginaAtual': '0',
      'paginacao.itensPorPagina': '100',
    });
  });
});

describe('a 401 of the provider', () => {
  it('discards the cached token and repeats the call once with a new one', async () => {
    let number = 0;
    provider.token = () => ({ body: { access_token: `token-${(number += 1)}`, expires_in: 3600 } });
    provider.api = ({ headers }) =>
      headers.authorization === 'Bearer token-1'
        ? { status: 401, body: {} }
        : { body: { ...COB, txid: TXID } };
    const client = await open();
    await expect(client.cob.createWithTxid(TXID, COB)).resolves.toEqual({ ...COB, txid: TXID });
    expect(provider.requests.map(({ body }) => JSON.parse(body))).toEqual([COB, COB]);
    expect(provider.tokenRequests).toHaveLength(2);
  });

  it('is thrown when the repeat also receives 401', async () => {
    let number = 0;
    provider.token = () => ({ body: { access_token: `token-${(number += 1)}`, expires_in: 3600 } });
    provider.api = { status: 401, body: { title: 'Não autorizado', type: '', status: 401 } };
    await expect((await open()).cob.get(TXID)).rejects.toMatchObject({
      name: 'PixNaoAutorizadoException',
      status: 401,
    });
    expect(provider.requests).toHaveLength(2);
  });

  it('is not repeated when the new token equals the refused one', async () => {
    provider.api = { status: 401, body: {} };
    await expect((await open()).cob.get(TXID)).rejects.toMatchObject({ status: 401 });
    expect(provider.requests).toHaveLength(1);
  });
});

describe('connections and scopes', () => {
  it('200 sequential calls open 1 TLS connection', async () => {
    const client = await open();
    for (let call = 0; call < 200; call += 1) await client.cob.get(TXID);
    expect(provider.requests).toHaveLength(200);
    expect(provider.connections).toBe(1);
  });

  it('leastPrivilege requests a token with only the scope of the operation', async () => {
    const client = await open({ leastPrivilege: true });
    await client.cob.get(TXID);
    await client.cob.create(COB);
    expect(
      provider.tokenRequests.map(({ body }) => new URLSearchParams(body).get('scope')),
    ).toEqual(['cob.read', 'cob.write']);
  });

  it('a call can set its own scopes', async () => {
    const client = await open();
    await client.cob.get(TXID, {}, { scopes: ['cob.read', 'pix.read'] });
    expect(new URLSearchParams(provider.tokenRequests[0]?.body).get('scope')).toBe(
      'cob.read pix.read',
    );
  });
});
