import { describe, expect, it } from '@jest/globals';
import { parseTokenResponse } from '../../lib/auth/token-endpoint.js';

const NOW = 1_000_000;

function parse(answer: object, contentType: string | undefined = 'application/json') {
  const text = JSON.stringify({ access_token: 'token', ...answer });
  return parseTokenResponse({ status: 200, contentType }, text, { provider: 'bank' }, NOW);
}

/** Returns the lifetime of the token and the time until its renewal, in seconds. */
function lifetimeAndRenewal(expiresIn: unknown): [number, number] {
  const { token, lifetime } = parse({ expires_in: expiresIn });
  expect(token.expiresAt - NOW).toBe(lifetime * 1000);
  return [lifetime, (token.renewAt - NOW) / 1000];
}

describe('parseTokenResponse', () => {
  it.each<[unknown, number, number]>([
    [3600, 3600, 3540],
    ['3600', 3600, 3540],
    [120, 120, 60],
    [119, 119, 59.5],
    [1, 1, 0.5],
    [0.5, 0.5, 0.25],
    [undefined, 60, 30],
    [null, 60, 30],
    [2_592_000, 2_592_000, 2_591_940],
  ])(
    'for expires_in %p returns a lifetime of %d s and a renewal after %d s',
    (expiresIn, lifetime, renewal) => {
      expect(lifetimeAndRenewal(expiresIn)).toEqual([lifetime, renewal]);
    },
  );

  it.each([0, -1, '', ' ', 'soon', 'NaN', true, [], [5], {}])(
    'refuses expires_in %j',
    (expiresIn) => {
      expect(() => parse({ expires_in: expiresIn })).toThrow('expires_in is not a positive number');
    },
  );

  it.each([2_592_001, 'Infinity'])('refuses expires_in %j, which exceeds 30 days', (expiresIn) => {
    expect(() => parse({ expires_in: expiresIn })).toThrow('longer than 30 days');
  });

  it.each(['Bearer', 'bearer', 'BEARER', null, undefined])('accepts token_type %p', (type) => {
    expect(parse({ token_type: type }).token.accessToken).toBe('token');
  });

  it.each(['mac', '', 5, {}])('refuses token_type %j', (type) => {
    expect(() => parse({ token_type: type })).toThrow('token_type is not bearer');
  });

  it.each(['', '  ', 5, null])('refuses access_token %j as missing', (token) => {
    expect(() => parse({ access_token: token })).toThrow('has no access_token');
  });

  it('refuses an access_token that is longer than headers may be', () => {
    expect(parse({ access_token: 'a'.repeat(16_384) }).token.accessToken).toHaveLength(16_384);
    expect(() => parse({ access_token: 'a'.repeat(16_385) })).toThrow('longer than 16384');
  });

  it.each([' a', 'a ', 'a b', 'a\u007f', 'ã'])(
    'refuses access_token %j as an invalid header value',
    (token) => {
      expect(() => parse({ access_token: token })).toThrow('invalid in an HTTP header');
    },
  );

  it('returns the granted scopes if they are text', () => {
    expect(parse({ scope: ' cob.read  cob.write ' }).granted).toEqual(['cob.read', 'cob.write']);
    expect(parse({ scope: ['cob.read'] }).granted).toBeUndefined();
    expect(parse({}).granted).toBeUndefined();
  });

  it('reports the status and the content type of a refused response', () => {
    const refused = () => parse({ access_token: '' }, 'application/json; charset=utf-8');
    expect(refused).toThrow(
      expect.objectContaining({
        name: 'PixRespostaInvalidaError',
        title: 'Invalid token response',
        status: 200,
        contentType: 'application/json; charset=utf-8',
        provider: 'bank',
      }),
    );
  });
});
