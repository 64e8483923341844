import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  createPixClient,
  getPixResponse,
  type PixClient,
  type PixModuleOptions,
  type PixRequestInfo,
  type PixResponseInfo,
} from '../../lib/index.js';
import { echoRecord } from '../support/echo-record.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const charge = { valor: { original: '37.00' }, chave: 'loja@example.com' };
const headers = {
  'x-request-id': 'req-1',
  'ratelimit-remaining': '41',
  'set-cookie': 'sid=secret-cookie',
  location: 'https://example.com/?hmac=secret-location',
};

let provider: ScriptedProvider;
let client: PixClient | undefined;
let requests: PixRequestInfo[];
let responses: PixResponseInfo[];

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  provider.api = (received) => ({ ...echoRecord(received), headers });
  [requests, responses] = [[], []];
});

afterEach(async () => {
  await client?.close();
  client = undefined;
  jest.restoreAllMocks();
  await provider.close();
});

async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  const onRequest = (request: PixRequestInfo) => requests.push(request);
  const onResponse = (response: PixResponseInfo) => responses.push(response);
  client = await createPixClient(provider.options({ onRequest, onResponse, ...options }));
  return client;
}

describe('onRequest and onResponse', () => {
  it('are called for the token and for each request, without values of the path', async () => {
    const pix = await open();
    await pix.cob.createWithTxid(TXID, charge);
    expect(requests).toEqual([
      expect.objectContaining({ kind: 'token', operation: 'POST {token_url}', method: 'POST' }),
      {
        kind: 'attempt',
        account: { name: 'default', provider: 'scripted', environment: 'production' },
        operation: 'PUT /cob/{txid}',
        method: 'PUT',
        url: `${provider.origin}/pix/v2/cob/{txid}`,
        number: 1,
      },
    ]);
    expect(responses).toHaveLength(2);
    expect(responses[1]).toMatchObject({ ...requests[1], requestId: 'req-1', error: undefined });
    expect(responses[1]!.durationMs).toBeGreaterThan(0);
  });

  it('show only headers that are safe', async () => {
    const pix = await open();
    await pix.cob.get(TXID);
    expect(responses[1]!.headers).toMatchObject({
      'x-request-id': 'req-1',
      'ratelimit-remaining': '41',
      'content-type': expect.any(String),
    });
    expect(JSON.stringify([requests, responses])).not.toMatch(/secret|token-1|client-1/);
  });

  it('report the error of a request without a response', async () => {
    provider.api = (_received, response) => {
      response.destroy();
      return undefined;
    };
    const pix = await open({ retry: false });
    await expect(pix.cob.get(TXID)).rejects.toThrow();
    expect(responses[1]).toMatchObject({ status: undefined, headers: undefined });
    expect(responses[1]!.error).toMatchObject({ operation: 'GET /cob/{txid}' });
  });

  it('have no effect on the call when they throw or reject', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const pix = await open({
      onRequest: () => {
        throw new Error('broken hook');
      },
      // oxlint-disable-next-line typescript/no-misused-promises -- an application may pass such a function
      onResponse: () => Promise.reject(new Error('broken hook')),
    });
    expect(await pix.cob.createWithTxid(TXID, charge)).toMatchObject({ txid: TXID });
    expect(logged.mock.calls.map(([text]) => String(text))).toEqual(
      expect.arrayContaining([
        expect.stringContaining('The option onRequest threw an error: Error: broken hook'),
        expect.stringContaining('The option onResponse threw an error: Error: broken hook'),
      ]),
    );
  });

  it('have no effect on the call when the logger that reports their error throws', async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {
      throw new Error('broken logger');
    });
    const pix = await open({
      onRequest: () => {
        throw new Error('broken hook');
      },
    });
    expect(await pix.cob.createWithTxid(TXID, charge)).toMatchObject({ txid: TXID });
  });

  it('report the rejection of any promise, also of one that is no Promise of this realm', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const foreign = runInNewContext("() => Promise.reject(new Error('foreign'))") as () => void;
    const pix = await open({ onRequest: foreign });
    await pix.cob.createWithTxid(TXID, charge);
    expect(logged.mock.calls.flat().join()).toContain('onRequest threw an error: Error: foreign');
  });

  it('cannot change what other hooks, logs and metrics get', async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const pix = await open({
      onRequest: ({ account }) => {
        (account as { name: string }).name = 'changed';
      },
    });
    await pix.cob.createWithTxid(TXID, charge);
    expect(responses.map(({ account }) => account.name)).toEqual(['default', 'default']);
    await client!.close();
    await open({
      onRequest: (request) => {
        (request as { url: string }).url = 'changed';
      },
    });
    await client!.cob.createWithTxid(TXID, charge);
    expect(responses.map(({ url }) => url)).not.toContain('changed');
  });
});

describe('getPixResponse', () => {
  it('returns the response of an answer', async () => {
    const pix = await open();
    const answer = await pix.cob.createWithTxid(TXID, charge);
    const details = getPixResponse(answer);
    expect(details).toMatchObject({ operation: 'PUT /cob/{txid}', requestId: 'req-1' });
    expect(details?.headers).toMatchObject({
      'x-request-id': 'req-1',
      'ratelimit-remaining': '41',
    });
    expect(JSON.stringify(details)).not.toMatch(/secret/);
  });

  it('returns nothing for a copy of an answer', async () => {
    const pix = await open();
    expect(getPixResponse({ ...(await pix.cob.get(TXID)) })).toBeUndefined();
  });
});

describe('PixAPIException.responseHeaders', () => {
  it('has the safe headers of an error response, and is not printed', async () => {
    provider.api = { status: 400, body: { title: 'x', status: 400 }, headers };
    const pix = await open();
    const error = await pix.cob.get(TXID).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ correlationId: 'req-1' });
    const { responseHeaders } = error as { responseHeaders: Record<string, string> };
    expect(responseHeaders).toMatchObject({ 'x-request-id': 'req-1', 'ratelimit-remaining': '41' });
    expect(JSON.stringify(responseHeaders)).not.toMatch(/secret/);
    expect(JSON.stringify(error)).not.toContain('ratelimit');
  });

  it('remains when the outcome of a call is unknown', async () => {
    provider.api = { status: 500, body: { title: 'x', status: 500 }, headers };
    const pix = await open({ retry: false });
    await expect(pix.cob.createWithTxid(TXID, charge)).rejects.toMatchObject({
      resultUnknown: true,
      responseHeaders: expect.objectContaining({ 'x-request-id': 'req-1' }),
    });
  });
});
