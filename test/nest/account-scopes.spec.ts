import { describe, expect, it } from '@jest/globals';
import { splitScopes } from '../../lib/nest/pix.account.js';

const MAIN = 'https://bank.example/oauth/token';
const OTHER = 'https://automatico.example/oauth/token';
const baseUrl = 'https://automatico.example/v1';

describe('splitScopes', () => {
  const scopes = ['cob.read', 'rec.read', 'cobr.write', 'extrato.read'];
  const families = {
    rec: { baseUrl, tokenUrl: OTHER },
    cobr: { baseUrl, tokenUrl: OTHER },
    cobv: { baseUrl },
  };

  it('gives each token endpoint the scopes of its families, and the main one all others', () => {
    const split = splitScopes(scopes, families, MAIN);
    expect(split(MAIN)).toEqual(['cob.read', 'extrato.read']);
    expect(split(OTHER)).toEqual(['rec.read', 'cobr.write']);
  });

  it('gives one endpoint all scopes if no family has another one', () => {
    expect(splitScopes(scopes, { rec: { baseUrl } }, MAIN)(MAIN)).toEqual(scopes);
  });

  it('gives an endpoint all scopes if none belongs to it', () => {
    expect(splitScopes(['cob.read'], families, MAIN)(OTHER)).toEqual(['cob.read']);
  });
});
