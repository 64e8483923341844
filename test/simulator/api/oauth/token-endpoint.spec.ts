import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../../devkit/simulator/index.js';
import { BareClient } from '../../support/bare-client.js';
import { expectProblem } from '../../support/problems.js';

const GRANT = { grant_type: 'client_credentials' };

describe('simulator, token endpoint', () => {
  let simulator: PixSimulator;
  let client: BareClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({ clientId: 'loja', clientSecret: 's3cr3t:with colon' });
    client = new BareClient(simulator);
  });
  afterAll(async () => {
    client.close();
    await simulator.close();
  });

  it('accepts client id and secret by HTTP Basic', async () => {
    const response = await client.requestToken(GRANT);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(response.body.access_token).toMatch(/^[\w-]{43}$/);
    expect(response.body.scope.split(' ')).toHaveLength(24);
  });

  it('accepts client id and secret in the form body', async () => {
    const form = { ...GRANT, client_id: 'loja', client_secret: 's3cr3t:with colon' };
    expect((await client.requestToken(form, {})).status).toBe(200);
  });

  it('accepts a JSON body, as some providers do', async () => {
    const response = await client.send('POST', simulator.tokenUrl, {
      body: { ...GRANT, scope: 'cob.read' },
      headers: { authorization: client.basic() },
    });
    expect(response.status).toBe(200);
    expect(response.body.scope).toBe('cob.read');
  });

  it('accepts only the client id when the client has no secret', async () => {
    const secretless = await PixSimulator.start({ clientId: 'loja', clientSecret: null });
    const bare = new BareClient(secretless);
    expect(secretless.moduleOptions).not.toHaveProperty('clientSecret');
    expect((await bare.requestToken({ ...GRANT, client_id: 'loja' }, {})).status).toBe(200);
    const wrong = await bare.requestToken({ ...GRANT, client_id: 'outra' }, {});
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    bare.close();
    await secretless.close();
  });

  it.each([
    ['a wrong secret in Basic', GRANT, { authorization: `Basic ${btoa('loja:wrong')}` }],
    ['an unknown id in Basic', GRANT, { authorization: `Basic ${btoa('x:s3cr3t:with colon')}` }],
    ['Basic that is not Base64', GRANT, { authorization: 'Basic %%%' }],
    ['another scheme', GRANT, { authorization: 'Bearer abc' }],
    ['only the id of a client with a secret', { ...GRANT, client_id: 'loja' }, {}],
    ['a wrong secret in the body', { ...GRANT, client_id: 'loja', client_secret: 'no' }, {}],
    ['no credentials', GRANT, {}],
  ])('RFC 6749: answers invalid_client to %s', async (_, form, headers) => {
    const response = await client.requestToken(form, headers);
    expect(response.status).toBe(401);
    expect(response.body).toEqual({
      error: 'invalid_client',
      error_description: expect.any(String),
    });
    expect('www-authenticate' in response.headers).toBe('authorization' in headers);
  });

  it.each([
    ['invalid_scope', { ...GRANT, scope: 'cob.read boletos.read' }],
    ['unsupported_grant_type', { grant_type: 'password' }],
    ['invalid_request', { scope: 'cob.read' }],
    ['invalid_request', { ...GRANT, client_secret: 'two ways at once' }],
  ])('RFC 6749: answers %s to %j', async (error, form: Record<string, string>) => {
    const response = await client.requestToken(form);
    expect(response).toMatchObject({ status: 400, body: { error } });
  });

  it('RFC 6749: refuses a repeated parameter, another media type and another method', async () => {
    const headers = { authorization: client.basic() };
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const body = 'grant_type=client_credentials&grant_type=client_credentials';
    const asJson = { 'content-type': 'application/json', ...headers };
    const json = '{"grant_type":"client_credentials","grant_type":"client_credentials"}';
    const answers = await Promise.all([
      client.send('POST', simulator.tokenUrl, { body, headers: form }),
      client.send('POST', simulator.tokenUrl, { body: json, headers: asJson }),
      client.send('POST', simulator.tokenUrl, { body: '{', headers }),
      client.send('GET', simulator.tokenUrl, { headers: form }),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    }
  });

  it('grants no scope that is not registered for the client', async () => {
    const narrow = await PixSimulator.start({ scopes: ['cob.read'] });
    const bare = new BareClient(narrow);
    expect((await bare.requestToken(GRANT)).body.scope).toBe('cob.read');
    const refused = await bare.requestToken({ ...GRANT, scope: 'cob.write' });
    expect(refused.body.error).toBe('invalid_scope');
    bare.close();
    await narrow.close();
  });

  describe('simulator, access token', () => {
    const read = (token?: string) =>
      client.send('GET', `${simulator.url}/webhook`, {
        ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      });

    it('answers 401 when it is missing, altered or unknown', async () => {
      const token = await client.newToken();
      const altered = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
      expect((await read(token)).status).toBe(200);
      expectProblem(await read(), 401, 'NaoAutorizado');
      for (const bad of [altered, '', 'x', `${token} x`]) {
        const answer = await read(bad);
        expectProblem(answer, 401, 'NaoAutorizado');
        expect(answer.headers['www-authenticate']).toContain('invalid_token');
      }
    });

    it('expires after its lifetime', async () => {
      const token = await client.newToken();
      simulator.control.clock.advance(3_599);
      expect((await read(token)).status).toBe(200);
      simulator.control.clock.advance(2);
      expectProblem(await read(token), 401, 'NaoAutorizado');
    });

    it('is refused after control revokes it', async () => {
      const token = await client.newToken();
      simulator.control.revokeTokens();
      expectProblem(await read(token), 401, 'NaoAutorizado');
      expect((await read(await client.newToken())).status).toBe(200);
    });

    it('AcessoNegado: is refused for an operation outside its scopes', async () => {
      const token = await client.newToken('cob.read webhook.write');
      const answer = await read(token);
      expectProblem(answer, 403, 'AcessoNegado');
      expect(answer.headers['www-authenticate']).toContain('scope="webhook.read"');
    });
  });
});
