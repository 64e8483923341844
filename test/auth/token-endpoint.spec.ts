import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  AccountChannel,
  type PixActivity,
  type PixExchangeActivity,
  type PixTelemetry,
} from '../../lib/observe/index.js';
import { IDENTITY, TokenFixture } from './support/token-fixture.js';

let fixture: TokenFixture;

beforeEach(() => {
  fixture = new TokenFixture();
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a token request', () => {
  it('is safe, and has the time limit of the account', async () => {
    await fixture.open().getToken();
    expect(fixture.requests).toStrictEqual([
      {
        method: 'POST',
        url: 'https://bank.example/oauth/token',
        headers: {
          Authorization: `Basic ${Buffer.from('client-1:secret-1').toString('base64')}`,
          'Content-Type': 'application/x-www-form-urlencoded',
          Accept: 'application/json',
        },
        body: 'grant_type=client_credentials&scope=cob.read',
        timeout: [5, 30],
        operation: 'POST {token_url}',
        provider: 'bank',
        safe: true,
      },
    ]);
  });

  it('follows the provider profile: JSON, no scope, query parameters', async () => {
    const profile = { encoding: 'json', sendScope: false, query: { app: '1 2' } } as const;
    await fixture.open({ profile, timeout: [1, 2] }).getToken();
    expect(fixture.requests).toMatchObject([
      {
        url: 'https://bank.example/oauth/token?app=1+2',
        headers: { 'Content-Type': 'application/json' },
        body: '{"grant_type":"client_credentials"}',
        timeout: [1, 2],
      },
    ]);
  });
});

describe('an observed token request', () => {
  it('has an address without query, a status and the identifier of the provider', async () => {
    const seen: PixActivity[] = [];
    const telemetry = {
      observe: <T>(activity: PixActivity, work: () => Promise<T>) => {
        seen.push({ ...activity });
        return work().finally(() => {
          const { requestId } = activity as PixExchangeActivity;
          seen.push({ ...activity, requestId } as PixActivity);
        });
      },
    } as PixTelemetry;
    const account = { name: 'default', provider: 'bank', environment: 'production' };
    const channel = AccountChannel.open(account, [telemetry]);
    fixture.endpoint = { body: { access_token: 'token' }, headers: { 'x-bank-id': 'id-1' } };
    const tokenUrl = `${IDENTITY.tokenUrl}?app=secret`;
    await fixture.open({ channel, tokenUrl, correlationHeaders: ['x-bank-id'] }).getToken();
    const activity = {
      kind: 'token',
      account,
      operation: 'POST {token_url}',
      httpMethod: 'POST',
      url: 'https://bank.example/oauth/token',
      path: '/oauth/token',
      number: 1,
    };
    expect(seen).toEqual([
      { ...activity, status: undefined, requestId: undefined },
      { ...activity, status: 200, requestId: 'id-1' },
    ]);
  });
});

describe('a response of the token endpoint', () => {
  it.each([199, 300])('with status %i is an error even with a token', async (status) => {
    fixture.endpoint = { status, body: { access_token: 'token' } };
    const headers = { 'content-type': 'application/json', 'retry-after': '7' };
    fixture.endpoint = { ...fixture.endpoint, headers };
    await expect(fixture.open().getToken()).rejects.toMatchObject({ status, retryAfter: 7 });
  });

  it.each([200, 299])('with status %i yields the token', async (status) => {
    fixture.endpoint = { status, body: { access_token: 'token' } };
    await expect(fixture.open().getToken()).resolves.toBe('token');
  });

  it('without a token yields an error with its content type', async () => {
    fixture.endpoint = { body: '<html>', headers: { 'content-type': 'text/html' } };
    await expect(fixture.open().getToken()).rejects.toMatchObject({ contentType: 'text/html' });
  });
});

describe('the granted scopes', () => {
  const warnings = async (scope: unknown, sendScope = true): Promise<string[]> => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    fixture.endpoint = { body: { access_token: 'token', scope } };
    const config = sendScope ? {} : { profile: { sendScope } };
    await fixture.open(config).getToken('cob.read pix.read');
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
