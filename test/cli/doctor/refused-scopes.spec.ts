import { describe, expect, it } from '@jest/globals';
import {
  describeRefused,
  findRefused,
  type ScopeAnswer,
} from '../../../devkit/cli/doctor/token.checks.js';
import { pixProviders } from '../../../lib/providers/index.js';
import { doctorTexts as texts } from '../support/doctor-texts.js';

const scopes = ['cob.read', 'cob.write', 'pix.read', 'webhook.read'];
const REFUSED: ScopeAnswer = { status: 400, error: 'invalid_scope' };
const ISSUED: ScopeAnswer = { status: 200, accessToken: 'token' };

/** Searches at a bank that answers each family so. */
function search(answers: Readonly<Record<string, ScopeAnswer>>) {
  return findRefused(scopes, { provider: pixProviders.efi }, ([scope = '']) =>
    Promise.resolve(answers[scope.split('.')[0] ?? ''] ?? ISSUED),
  );
}

describe('the search for refused scopes', () => {
  it('finds the families that the bank refuses', async () => {
    expect(await search({ cob: REFUSED })).toEqual({ refused: ['cob.read', 'cob.write'] });
  });

  it('finds scopes that the token lacks', async () => {
    const cob = { ...ISSUED, scopes: ['cob.read'] };
    expect(await search({ cob })).toEqual({ refused: ['cob.write'] });
  });

  it.each<ScopeAnswer>([
    { status: 429 },
    { status: 401, error: 'invalid_client' },
    { status: 0, failure: 'ECONNRESET' },
  ])('ends with an answer that is not about scopes: %j', async (pix) => {
    const result = await search({ pix });
    expect(result).toEqual({ refused: [], endedBy: pix });
    expect(describeRefused(result, scopes, texts).text).toMatch(
      /ended early \((HTTP \d+|ECONNRESET)\)/,
    );
  });

  it('reports what it found before it ended', async () => {
    const result = await search({ cob: REFUSED, webhook: { status: 503 } });
    expect(describeRefused(result, scopes, texts).text).toBe(
      'the bank does not grant: cob.read cob.write',
    );
  });
});
