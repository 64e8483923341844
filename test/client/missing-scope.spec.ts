import { describe, expect, it } from '@jest/globals';
import { allOperations, findFeature, operationName } from '../../lib/contract/index.js';
import { pixScopes } from '../../lib/providers/index.js';
import { InMemoryClient } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);
const operations = allOperations.flatMap((operation) =>
  operation.scope === null
    ? []
    : [{ name: operationName(operation), scope: operation.scope, operation }],
);
const without = (scope: string) => pixScopes.filter((name) => name !== scope);

describe('a call whose scope the account does not request', () => {
  it.each(operations)(
    'is refused with the name of the scope: $name',
    ({ name, scope, operation }) => {
      const assertOffered = (config: ConstructorParameters<typeof InMemoryClient>[0], own = {}) => {
        new InMemoryClient({ scopes: without(scope), ...config }).caller.assertOffered(
          operation,
          own,
        );
      };
      const text = `${name} requires the scope ${scope}, and this account requests only `;
      expect(() => assertOffered({})).toThrow(text);
      expect(() => assertOffered({})).toThrow(
        / (Add|Set features).* If its tokens permit more than it requests, set checkScopes: false\.$/,
      );
      expect(() => assertOffered({ checkScopes: false })).not.toThrow();
      expect(() => assertOffered({ leastPrivilege: true })).not.toThrow();
      expect(() => assertOffered({}, { scopes: scope })).not.toThrow();
      expect(() => assertOffered({ scopes: pixScopes })).not.toThrow();
      // What these tokens permit cannot be known.
      expect(() => assertOffered({ scopes: [] })).not.toThrow();
      expect(() => assertOffered({ scopes: undefined })).not.toThrow();
      expect(() => assertOffered({ scopes: ['scope.of-the-bank'] })).not.toThrow();
    },
  );

  it('is not sent', async () => {
    const { client, requests } = new InMemoryClient({ scopes: ['webhook.read'] });
    await expect(client.cob.get(TXID)).rejects.toMatchObject({ name: 'ConfigurationError' });
    expect(requests).toEqual([]);
  });

  it('is sent if the profile has the feature without this scope', async () => {
    const scopes = ['cob.read', 'rec.write'];
    const provider = {
      ...new InMemoryClient().caller.provider,
      features: { 'pix-automatico': ['rec.write'] },
    };
    const bank = new InMemoryClient({ provider, scopes });
    const operation = allOperations.find(({ id }) => id === 'rec.get')!;
    expect(findFeature(operation)).toBe('pix-automatico');
    bank.script({ status: 403, body: { title: 'Acesso Negado', status: 403 } });
    await expect(bank.client.rec.get(`RR1234567820240115${'x'.repeat(11)}`)).rejects.toThrow(
      'requires the scope rec.read, and this account requests only cob.read rec.write. Add rec.read to scopes, if scripted granted it.',
    );
    expect(bank.requests).toHaveLength(1);
  });
});
