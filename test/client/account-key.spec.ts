import { describe, expect, it } from '@jest/globals';
import type { CobSolicitada, CobVSolicitada } from '../../lib/index.js';
import { InMemoryClient } from './support/in-memory-client.js';

const TXID = 'a'.repeat(26);
const KEY = 'loja@example.com';
const COB = { valor: { original: '37.00' } } satisfies CobSolicitada;
const COBV = {
  calendario: { dataDeVencimento: '2026-12-30' },
  devedor: { cpf: '12345678909', nome: 'Ana' },
  valor: { original: '37.00' },
} satisfies CobVSolicitada;
const BUSY = { status: 503, body: {} };

function open(config: ConstructorParameters<typeof InMemoryClient>[0] = { chave: KEY }) {
  const bank = new InMemoryClient(config);
  bank.answer = ({ body }) => ({
    status: 201,
    body: { txid: TXID, status: 'ATIVA', ...(JSON.parse(String(body)) as object) },
  });
  return bank;
}

const parseSent = ({ requests }: InMemoryClient): unknown =>
  JSON.parse(String(requests.at(-1)?.body));

describe('the Pix key of an account', () => {
  it.each([true, false])('is that of a charge without one (validate: %p)', async (validate) => {
    const bank = open({ chave: KEY, validate });
    await bank.client.cob.createWithTxid(TXID, COB);
    expect(parseSent(bank)).toEqual({ ...COB, chave: KEY });
    await bank.client.cob.create({ ...COB, chave: null });
    expect(parseSent(bank)).toEqual({ ...COB, chave: KEY });
    await bank.client.cobV.createWithTxid(TXID, COBV);
    expect(parseSent(bank)).toEqual({ ...COBV, chave: KEY });
    expect(COB).not.toHaveProperty('chave');
  });

  it('is that of each charge of a batch without one', async () => {
    const bank = open();
    bank.answer = () => ({ status: 202, body: '' });
    const own = { ...COBV, txid: 'b'.repeat(26), chave: 'outra@example.com' };
    await bank.client.loteCobV.create(1, {
      descricao: 'Lote',
      cobsv: [{ ...COBV, txid: TXID }, own],
    });
    expect(parseSent(bank)).toEqual({
      descricao: 'Lote',
      cobsv: [{ ...COBV, txid: TXID, chave: KEY }, own],
    });
  });

  it('does not replace that of a body, and is not sent with a revision', async () => {
    const bank = open();
    await bank.client.cob.createWithTxid(TXID, { ...COB, chave: 'outra@example.com' });
    expect(parseSent(bank)).toEqual({ ...COB, chave: 'outra@example.com' });
    await bank.client.cob.revise(TXID, COB);
    expect(parseSent(bank)).toEqual(COB);
    await expect(bank.client.cob.createWithTxid(TXID, { ...COB, chave: '' })).rejects.toThrow(
      'chave deve ser um texto de 1 a 77 caracteres',
    );
  });

  it('keeps the getters of a body', async () => {
    class Order {
      get valor() {
        return { original: '37.00' };
      }
    }
    const bank = open();
    await bank.client.cob.createWithTxid(TXID, new Order());
    expect(parseSent(bank)).toEqual({ ...COB, chave: KEY });
  });

  it('is compared with the record after a lost answer, and with candidates', async () => {
    const bank = open();
    const record = { txid: TXID, status: 'ATIVA', ...COB, chave: KEY };
    const page = {
      parametros: { paginacao: { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1 } },
      cobs: [record, { ...record, chave: 'outra@example.com' }],
    };
    bank.script(BUSY, { body: record }, { body: page });
    await expect(bank.client.cob.createWithTxid(TXID, COB)).resolves.toEqual(record);
    await expect(bank.client.cob.findCandidates(COB)).resolves.toEqual([record]);
    const txid = 'c'.repeat(26);
    bank.script(BUSY, { body: { ...record, txid, chave: 'outra@example.com' } });
    await expect(bank.client.cob.createWithTxid(txid, COB)).rejects.toMatchObject({
      resultUnknown: true,
    });
  });

  it('is named as an option if neither body nor account has one', async () => {
    const bank = open({});
    const reason = 'é obrigatório: informe no corpo ou na opção chave da conta (PIX_CHAVE)';
    await expect(bank.client.cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
      field: 'chave',
      message: `Corpo inválido em PUT /cob/{txid}: chave ${reason}`,
    });
    const batch = { descricao: 'Lote', cobsv: [{ ...COBV, txid: TXID }] };
    await expect(bank.client.loteCobV.create(1, batch)).rejects.toMatchObject({
      violacoes: [{ propriedade: 'cobsv[0].chave', razao: `cobsv[0].chave ${reason}` }],
    });
    expect(bank.requests).toEqual([]);
  });
});
