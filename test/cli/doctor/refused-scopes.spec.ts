import { describe, expect, it } from '@jest/globals';
import { describeRefused, findRefused } from '../../../devkit/cli/doctor/scopes.check.js';
import type { TokenAnswer } from '../../../devkit/cli/doctor/token-request.js';
import { pixProviders } from '../../../lib/providers/index.js';

const scopes = ['cob.read', 'cob.write', 'pix.read', 'webhook.read'];
const REFUSED: TokenAnswer = { status: 400, issued: false, error: 'invalid_scope' };
const ISSUED: TokenAnswer = { status: 200, issued: true };

/** Searches at a bank that answers each family so. */
function search(answers: Readonly<Record<string, TokenAnswer>>) {
  return findRefused(scopes, { provider: pixProviders.efi }, ([scope = '']) =>
    Promise.resolve(answers[scope.split('.')[0] ?? ''] ?? ISSUED),
  );
}

describe('the search for refused scopes', () => {
  it('finds the families that the bank refuses', async () => {
    expect(await search({ cob: REFUSED })).toEqual({ refused: ['cob.read', 'cob.write'] });
  });

  it('finds scopes that the token lacks', async () => {
    const cob = { ...ISSUED, granted: ['cob.read'] };
    expect(await search({ cob })).toEqual({ refused: ['cob.write'] });
  });

  it.each<TokenAnswer>([
    { status: 429, issued: false },
    { status: 401, issued: false, error: 'invalid_client' },
    { status: 0, issued: false, failure: 'ECONNRESET' },
  ])('ends with an answer that is not about scopes: %j', async (pix) => {
    const result = await search({ pix });
    expect(result).toEqual({ refused: [], endedBy: pix });
    expect(describeRefused(result, scopes).text.en).toMatch(
      /ended early \((HTTP \d+|ECONNRESET)\)/,
    );
  });

  it('reports what it found before it ended', async () => {
    const result = await search({ cob: REFUSED, webhook: { status: 503, issued: false } });
    expect(describeRefused(result, scopes).text.en).toBe(
      'the bank does not grant: cob.read cob.write',
    );
  });
});
