import { describe, expect, it } from '@jest/globals';
import { definePixProvider, pixScopes } from '../../lib/index.js';
import { findPixProvider, pixProviders } from '../../lib/spec.js';

const production = { baseUrl: 'https://a.example/v2', tokenUrl: 'https://a.example/token' };

function define(fields: object): () => unknown {
  const profile = { name: 'meu', code: '999', production, scopes: pixScopes, ...fields };
  return () => definePixProvider(profile);
}

describe('the fields of a profile', () => {
  it.each(Object.keys(pixProviders))('of %s follow the rules, also as JSON', (name) => {
    const profile: unknown = JSON.parse(JSON.stringify(findPixProvider(name as never)));
    expect(() => definePixProvider(profile as never)).not.toThrow();
  });

  it.each<[object, string]>([
    [{ appKeyQuerry: 'k' }, 'appKeyQuerry is not an option: did you mean appKeyQuery?'],
    [{ tokn: {} }, 'tokn is not an option: did you mean token?'],
    [{ token: { sendScop: false } }, 'token.sendScop is not an option: did you mean sendScope?'],
    [{ server: { tken: {} } }, 'server.tken is not an option: did you mean token?'],
    [
      { production: { ...production, tokenURL: 'x' } },
      'production.tokenURL is not an option: did you mean tokenUrl?',
    ],
    [
      { production: { ...production, families: { rec: { baseUlr: 'x' } } } },
      'production.families.rec.baseUlr is not an option: did you mean baseUrl?',
    ],
    [
      { sandbox: { mode: 'oauth', ...production, tokenHeadr: 'x' } },
      'sandbox.tokenHeadr is not an option: did you mean tokenHeader?',
    ],
    [
      { rateLimits: { callPerMinute: 5 } },
      'rateLimits.callPerMinute is not an option: did you mean callsPerMinute?',
    ],
  ])('with a misspelt name are refused: %j', (fields, problem) => {
    expect(define(fields)).toThrow(`Provider "meu" is not valid: ${problem}`);
  });

  it.each<[object, string]>([
    [{ rateLimits: 5 }, 'rateLimits must be an object'],
    [{ clientAuth: 'header' }, "clientAuth must be 'basic' or 'body'"],
    [{ mutualTls: 'true' }, 'mutualTls must be true or false, not text'],
    [{ token: null }, 'token must be an object, not null'],
    [{ sandbox: null }, 'sandbox must be an object, not null'],
    [{ production: 'x' }, 'production must be an object'],
    [{ scopes: [1] }, 'scopes[0] must be text'],
    [{ scopeGroups: { a: { scopes: 'x' } } }, 'scopeGroups.a.scopes must be a list of texts'],
    [{ features: { 'pix-automatico': [5] } }, 'features.pix-automatico[0] must be text'],
    [{ headers: { 'x-a': 5 } }, 'headers.x-a must be text'],
    [{ accountHeader: 5 }, 'accountHeader must be text'],
    [{ maxPeriod: { 'GET /pix': '5' } }, 'maxPeriod.GET /pix must be a number'],
    [{ versions: { default: 'v2', resources: null } }, 'versions.resources must be an object'],
    [{ name: 5n }, 'name must be a non-empty text'],
  ])('of another type are refused: %s', (fields, problem) => {
    expect(define(fields)).toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        message: expect.stringContaining(problem),
      }),
    );
  });

  it('are treated as absent when they are undefined', () => {
    const names = ['sandbox', 'features', 'token', 'rateLimits', 'versions', 'server', 'headers'];
    expect(define(Object.fromEntries(names.map((name) => [name, undefined])))).not.toThrow();
  });

  it.each([undefined, null, 5, 'x', []])('are missing in %p', (profile) => {
    expect(() => definePixProvider(profile as never)).toThrow(
      /^Provider without a name is not valid: the options must be an object/,
    );
  });
});
