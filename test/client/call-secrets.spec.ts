import { describe, expect, it } from '@jest/globals';
import { findCallSecrets, type PreparedCall } from '../../lib/client/prepare.js';
import { findOperation } from '../../lib/contract/index.js';

const find = (
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
  ownToken?: string,
) => {
  const plan = { operation: findOperation(id)! };
  return findCallSecrets({ plan, input: { body }, options: { headers }, ownToken } as PreparedCall);
};

describe('findCallSecrets', () => {
  it('returns the query values of a webhook address', () => {
    const body = { webhookUrl: 'https://shop.example/pix?token=sesame&other=cave' };
    expect(find('webhook.register', body)).toEqual(['sesame', 'cave']);
    expect(find('cob.create', body)).toEqual([]);
  });

  it('returns the token of an operation that has its own', () => {
    expect(find('pagbank.payCob', {}, {}, 'seller')).toEqual(['seller']);
  });

  it.each([
    [{ webhookUrl: 'shop.example/pix?token=sesame' }],
    [{ webhookUrl: 'https://shop.example/pix' }],
    [{ webhookUrl: 5 }],
    [{}],
    ['https://shop.example/pix?token=sesame'],
    [undefined],
  ])('returns an empty list for %j as the body of a webhook', (body) => {
    expect(find('webhook.register', body)).toEqual([]);
  });

  it('returns the credential headers before the secrets of the body', () => {
    const headers = { 'X-Api-Key': 'key', Accept: 'application/json' };
    const body = { webhookUrl: 'https://shop.example/pix?token=sesame' };
    expect(find('webhook.register', body, headers)).toEqual(['key', 'sesame']);
  });
});
