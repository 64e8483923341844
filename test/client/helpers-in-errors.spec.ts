import { describe, expect, it } from '@jest/globals';
import { InMemoryClient } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };

describe('a refusal before anything is sent', () => {
  it.each(['37,00', '37', 37])('of the amount %j names formatValor', async (original) => {
    const { client } = new InMemoryClient();
    const body = { ...COB, valor: { original } } as typeof COB;
    await expect(client.cob.createWithTxid(TXID, body)).rejects.toThrow(
      'valor.original deve ser um valor com ponto e 2 casas decimais, como 37.00: use formatValor',
    );
  });

  it('of a txid names generateTxid', async () => {
    const { client } = new InMemoryClient();
    const rule = 'txid deve ter de 26 a 35 letras ou dígitos: use generateTxid';
    const id = '123e4567-e12b-12d1-a456-426655440000';
    await expect(client.cob.get(id)).rejects.toThrow(rule);
    const charge = {
      txid: id,
      calendario: { dataDeVencimento: '2026-12-30' },
      devedor: { cpf: '12345678909', nome: 'Ana' },
      ...COB,
    };
    const batch = { descricao: 'Lote', cobsv: [charge] };
    await expect(client.loteCobV.create(1, batch)).rejects.toThrow(`cobsv[0].${rule}`);
  });
});

describe('a 403 of the provider', () => {
  const DENIED = { status: 403, body: { title: 'Acesso Negado', status: 403 } };
  const advice =
    'GET /cob/{txid} requires the scope cob.read, and this account requests only webhook.read. Add cob.read to scopes, if scripted granted it.';
  const unchecked = { scopes: ['webhook.read'], checkScopes: false };

  async function refuse(config: ConstructorParameters<typeof InMemoryClient>[0], options = {}) {
    const bank = new InMemoryClient(config);
    bank.script(DENIED);
    const error: unknown = await bank.client.cob
      .get(TXID, undefined, options)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 403 });
    return (error as Error).message;
  }

  it('names the scope that the account does not request', async () => {
    await expect(refuse(unchecked)).resolves.toContain(advice);
    await expect(refuse(unchecked)).resolves.not.toContain('checkScopes');
  });

  it('names none that the token has, or that cannot be known', async () => {
    await expect(refuse({ scopes: ['cob.read'] })).resolves.not.toContain('scope');
    await expect(refuse({ scopes: ['scope.of-the-bank'] })).resolves.not.toContain('requires');
    await expect(refuse({ scopes: ['webhook.read'], leastPrivilege: true })).resolves.not.toContain(
      'requires',
    );
    const own = { scopes: 'cob.read' };
    await expect(refuse({ scopes: ['webhook.read'] }, own)).resolves.not.toContain('requires');
  });
});
