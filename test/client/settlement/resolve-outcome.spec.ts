import { describe, expect, it } from '@jest/globals';
import {
  resolveAbsent,
  resolveRecord,
  type SentWrite,
} from '../../../lib/client/settlement/resolve-record.js';
import { findOperation } from '../../../lib/contract/index.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const FOUND = { txid: TXID, status: 'ATIVA', ...COB };

function sent(id: string, write: Partial<SentWrite>): SentWrite {
  const operation = findOperation(id)!;
  return {
    settlement: operation.settle!,
    dto: operation.body,
    params: { txid: TXID },
    body: COB,
    ...write,
  };
}

const create = (write: Partial<SentWrite> = {}) => sent('cob.createWithTxid', write);
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
const cancel = (write: Partial<SentWrite> = {}) =>
  sent('cob.revise', { body: { status: REMOVED }, ...write });

describe('resolving a create', () => {
  it('returns send-again when the record is absent', () => {
    expect(resolveAbsent(create())).toEqual({ kind: 'send-again' });
  });

  it.each(['ATIVA', 'CONCLUIDA'])('returns done when the record is equal and %s', (status) => {
    const record = { ...FOUND, status };
    expect(resolveRecord(create(), record)).toEqual({ kind: 'done', record });
  });

  it.each([
    ['another identifier', { ...FOUND, txid: 'b'.repeat(26) }],
    ['no identifier', { status: 'ATIVA', ...COB }],
    ['no status', { txid: TXID, ...COB }],
    ['a status that the specification does not define', { ...FOUND, status: 'MANUTENCAO' }],
    ['a number as status', { ...FOUND, status: 500 }],
    ['a notice', { message: 'manutenção programada' }],
    ['no fields', {}],
  ])('returns unreadable for a body with %s', (_, record) => {
    expect(resolveRecord(create(), record)).toEqual({ kind: 'unreadable' });
  });

  it('returns send-again when the PUT may change the record', () => {
    const record = { ...FOUND, valor: { original: '1.00' } };
    expect(resolveRecord(create(), record)).toEqual({ kind: 'send-again' });
  });

  it('returns send-again for an open record, which a lagging replica may return', () => {
    const record = { ...FOUND, valor: { original: '1.00' } };
    expect(resolveRecord(create(), record)).toEqual({ kind: 'send-again' });
    expect(resolveRecord(cancel(), FOUND)).toEqual({ kind: 'send-again' });
  });

  it('returns send-again when only the key differs, and impossible once the record is paid', () => {
    const record = { ...FOUND, chave: 'outra@example.com' };
    expect(resolveRecord(create(), record)).toEqual({ kind: 'send-again' });
    expect(resolveRecord(create(), { ...record, status: 'CONCLUIDA' })).toMatchObject({
      kind: 'impossible',
      fields: ['chave'],
    });
  });

  it('returns impossible when another record was paid under the identifier', () => {
    const record = { ...FOUND, status: 'CONCLUIDA', chave: 'x@y.z' };
    expect(resolveRecord(create(), record)).toMatchObject({
      kind: 'impossible',
      fields: ['chave'],
    });
  });

  it.each([REMOVED, 'REMOVIDA_PELO_PSP'])('returns impossible when the record is %s', (status) => {
    expect(resolveRecord(create(), { ...FOUND, status })).toMatchObject({
      kind: 'impossible',
      fields: ['status'],
    });
  });

  it('compares the amount and the status of a refund', () => {
    const refund = sent('pix.refund', {
      params: { e2eid: 'E1', id: 'd1' },
      body: { valor: '1.00' },
    });
    expect(
      resolveRecord(refund, { id: 'd1', valor: '1.00', status: 'NAO_REALIZADO' }),
    ).toMatchObject({ kind: 'impossible', fields: ['status'] });
    expect(resolveRecord(refund, { id: 'd1', valor: '2.00', status: 'DEVOLVIDO' })).toMatchObject({
      kind: 'impossible',
      fields: ['valor'],
    });
    expect(resolveRecord(refund, { id: 'd1', valor: 1, status: 'EM_PROCESSAMENTO' }).kind).toBe(
      'done',
    );
  });
});

describe('resolving a change', () => {
  it('returns done when the sent fields match', () => {
    const revise = sent('cob.revise', { body: { valor: { original: '37.00' } } });
    expect(resolveRecord(revise, FOUND).kind).toBe('done');
    expect(resolveRecord(cancel(), { ...FOUND, status: REMOVED }).kind).toBe('done');
  });

  it('returns send-again while the record can still change', () => {
    expect(resolveRecord(cancel(), FOUND)).toEqual({ kind: 'send-again' });
  });

  it('returns impossible when the record can no longer change', () => {
    expect(resolveRecord(cancel(), { ...FOUND, status: 'CONCLUIDA' })).toEqual({
      kind: 'impossible',
      fields: ['status'],
      status: 'CONCLUIDA',
    });
  });

  it('returns send-again when the record is absent, which a lagging replica may report', () => {
    expect(resolveAbsent(cancel())).toEqual({ kind: 'send-again' });
  });

  it('compares tentativas for a retry, which is never sent again', () => {
    const retry = sent('cobr.retry', { params: { txid: TXID, data: '2026-05-04' } });
    const record = { txid: TXID, status: 'ATIVA', tentativas: [{ dataLiquidacao: '2026-05-04' }] };
    expect(resolveRecord(retry, record).kind).toBe('done');
    expect(resolveRecord(retry, { ...record, tentativas: [] }).kind).toBe('unknown');
    const failed = [{ dataLiquidacao: '2026-05-04', status: 'REJEITADA' }];
    expect(resolveRecord(retry, { ...record, tentativas: failed }).kind).toBe('unknown');
    expect(resolveRecord(retry, { txid: TXID }).kind).toBe('unknown');
    expect(resolveAbsent(retry).kind).toBe('unknown');
  });

  it('returns done for a released location when its txid is absent', () => {
    const unlink = sent('loc.unlinkTxid', { params: { id: 7 }, body: undefined });
    expect(resolveRecord(unlink, { id: 7 }).kind).toBe('done');
    expect(resolveRecord(unlink, { id: '7', txid: null }).kind).toBe('done');
    expect(resolveRecord(unlink, { id: 7, txid: TXID }).kind).toBe('send-again');
    expect(resolveRecord(unlink, { id: 8 }).kind).toBe('unreadable');
  });
});

describe('resolving a write whose records have no status', () => {
  const webhookUrl = 'https://shop.example/pix';
  const configure = sent('webhook.register', {
    params: { chave: 'k@example.com' },
    body: { webhookUrl },
  });

  it('returns done when the record is equal and send-again otherwise', () => {
    expect(resolveRecord(configure, { webhookUrl })).toEqual({
      kind: 'done',
      record: { webhookUrl },
    });
    expect(resolveRecord(configure, { webhookUrl: 'https://other.example' })).toEqual({
      kind: 'send-again',
    });
  });
});

describe('resolving a deletion', () => {
  const remove = sent('webhook.delete', { params: { chave: 'k@example.com' }, body: undefined });

  it('returns done when the record is absent and send-again otherwise', () => {
    expect(resolveAbsent(remove)).toEqual({ kind: 'done', record: undefined });
    expect(resolveRecord(remove, { webhookUrl: 'https://x' })).toEqual({ kind: 'send-again' });
  });
});
