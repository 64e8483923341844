import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { TokenBench } from './support/bench.js';

let bench: TokenBench;

beforeEach(() => {
  bench = new TokenBench();
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a token request', () => {
  it('is safe and has no timeout by default', async () => {
    await bench.open().getToken();
    expect(bench.requests).toStrictEqual([
      {
        method: 'POST',
        url: 'https://bank.example/oauth/token',
        headers: {
          Authorization: `Basic ${Buffer.from('client-1:secret-1').toString('base64')}`,
          'Content-Type': 'application/x-www-form-urlencoded',
          Accept: 'application/json',
        },
        data: 'grant_type=client_credentials&scope=cob.read',
        pixOperation: 'POST {token_url}',
        pixProvider: 'bank',
        pixSafe: true,
      },
    ]);
  });

  it('follows the provider profile: JSON, no scope, query parameters', async () => {
    const profile = { encoding: 'json', sendScope: false, query: { app: '1 2' } } as const;
    await bench.open({ profile, timeout: [1, 2] }).getToken();
    expect(bench.requests).toMatchObject([
      {
        url: 'https://bank.example/oauth/token?app=1+2',
        headers: { 'Content-Type': 'application/json' },
        data: '{"grant_type":"client_credentials"}',
        pixTimeout: [1, 2],
      },
    ]);
  });
});

describe('a response of the token endpoint', () => {
  it.each([199, 300])('with status %i is an error even with a token', async (status) => {
    bench.endpoint = { status, body: { access_token: 'token' } };
    const headers = { 'content-type': 'application/json', 'retry-after': '7' };
    bench.endpoint = { ...bench.endpoint, headers };
    await expect(bench.open().getToken()).rejects.toMatchObject({ status, retryAfter: 7 });
  });

  it.each([200, 299])('with status %i yields the token', async (status) => {
    bench.endpoint = { status, body: { access_token: 'token' } };
    await expect(bench.open().getToken()).resolves.toBe('token');
  });

  it('without a token yields an error with its content type', async () => {
    bench.endpoint = { body: '<html>', headers: { 'content-type': 'text/html' } };
    await expect(bench.open().getToken()).rejects.toMatchObject({ contentType: 'text/html' });
  });
});

describe('the granted scopes', () => {
  const warnings = async (scope: unknown, sendScope = true): Promise<string[]> => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    bench.endpoint = { body: { access_token: 'token', scope } };
    const config = sendScope ? {} : { profile: { sendScope } };
    await bench.open(config).getToken('cob.read pix.read');
    return warn.mock.calls.map(([text]) => String(text));
  };

  it('cause no warning when all are granted, none are named or none were requested', async () => {
    expect(await warnings('pix.read cob.read cob.write')).toEqual([]);
    expect(await warnings(undefined)).toEqual([]);
    expect(await warnings('cob.read', false)).toEqual([]);
  });

  it('cause a warning that names the missing scope', async () => {
    expect(await warnings('cob.read')).toEqual([
      'bank granted fewer scopes than requested; missing: pix.read',
    ]);
  });
});
