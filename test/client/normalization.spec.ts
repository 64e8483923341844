import { describe, expect, it } from '@jest/globals';
import type { CobSolicitada } from '../../lib/index.js';
import { InMemoryClient, type Step } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);
const WRITTEN: CobSolicitada = {
  calendario: { expiracao: '3600' },
  devedor: { cpf: '12345678909', cnpj: null, nome: 'Ana' },
  loc: null,
  valor: { original: '37.00' },
  chave: ' LOJA@Example.com',
};
const SENT = {
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Ana' },
  valor: { original: '37.00' },
  chave: 'loja@example.com',
};
const RECORD = { txid: TXID, status: 'ATIVA', ...SENT };
const BUSY = { status: 503, body: {} };

function open(config: ConstructorParameters<typeof InMemoryClient>[0], ...steps: Step[]) {
  const bank = new InMemoryClient(config);
  bank.script(...steps);
  return bank;
}

const parseSentBody = ({ requests }: InMemoryClient): unknown =>
  JSON.parse(String(requests.find(({ body }) => body !== undefined)?.body));

describe('a body that is normalized', () => {
  it.each([true, false])(
    'is sent in the form of the specification (validate: %p)',
    async (validate) => {
      const written = structuredClone(WRITTEN);
      const bank = open({ validate }, { status: 201, body: RECORD });
      await expect(bank.client.cob.createWithTxid(TXID, WRITTEN)).resolves.toEqual(RECORD);
      expect(parseSentBody(bank)).toEqual(SENT);
      expect(WRITTEN).toEqual(written);
    },
  );

  it('is equal to the record that is read after a lost answer', async () => {
    const bank = open({}, BUSY, { body: RECORD });
    await expect(bank.client.cob.createWithTxid(TXID, WRITTEN)).resolves.toEqual(RECORD);
    expect(bank.methods).toEqual(['PUT', 'GET']);
  });

  it('is sent again in the same form when the record is absent', async () => {
    const absent = { status: 404, body: { title: 'Not found' } };
    const bank = open({}, BUSY, absent, { status: 201, body: RECORD });
    await expect(bank.client.cob.createWithTxid(TXID, WRITTEN)).resolves.toEqual(RECORD);
    expect(bank.methods).toEqual(['PUT', 'GET', 'PUT']);
    expect(bank.requests.at(-1)?.body).toBe(bank.requests[0]?.body);
  });

  it('finds the candidates of a create', async () => {
    const page = {
      parametros: { paginacao: { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1 } },
      cobs: [RECORD, { ...RECORD, valor: { original: '60.00' } }],
    };
    const bank = open({}, { body: page });
    const period = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-02T00:00:00Z' };
    await expect(bank.client.cob.findCandidates(WRITTEN, period)).resolves.toEqual([RECORD]);
  });
});

describe('a Pix key', () => {
  const WEBHOOK = { webhookUrl: 'https://shop.example/pix' };

  it('is normalized in a path', async () => {
    const bank = open({}, { body: '' });
    await bank.client.webhook.register('55 61 91234-5678', WEBHOOK);
    expect(bank.requests[0]?.url).toMatch(/\/webhook\/%2B5561912345678$/);
  });

  it('is refused before anything is sent if it is not valid', async () => {
    const bank = open({});
    await expect(bank.client.webhook.register('chave', WEBHOOK)).rejects.toMatchObject({
      field: 'chave',
    });
    await expect(bank.client.cob.create({ ...WRITTEN, chave: 'chave' })).rejects.toMatchObject({
      field: 'chave',
    });
    expect(bank.requests).toEqual([]);
  });

  it('is sent unchanged with validate: false', async () => {
    const created = { status: 201, body: { ...RECORD, chave: 'chave' } };
    const bank = open({ validate: false }, { body: '' }, created);
    await bank.client.webhook.register('chave', WEBHOOK);
    await bank.client.cob.create({ ...WRITTEN, chave: 'chave' });
    expect(bank.requests[0]?.url).toMatch(/\/webhook\/chave$/);
    expect(JSON.parse(String(bank.requests[1]?.body))).toMatchObject({ chave: 'chave' });
  });
});
