import { describe, expect, it } from '@jest/globals';
import { checkIdentifier, parseSuccess } from '../../lib/client/record.js';
import { findOperation } from '../../lib/contract/index.js';

const TXID = 'a'.repeat(26);
const CONTEXT = { operation: 'op', provider: 'scripted' };

function parse(id: string, text: string, params = {}, contentType = 'application/json'): unknown {
  const response = { status: 200, contentType, text };
  return parseSuccess(findOperation(id)!, response, () => CONTEXT, { params });
}

function failure(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('the action did not fail');
}

describe('parseSuccess', () => {
  it('ignores the body of an operation without a response body', () => {
    expect(parse('webhook.delete', ' ')).toBeUndefined();
    expect(parse('webhook.delete', '{"status":299}')).toBeUndefined();
    expect(parse('webhook.delete', '{"status":600}')).toBeUndefined();
    expect(parse('webhook.delete', '[]')).toBeUndefined();
  });

  it.each(['300', '"404"', '599'])(
    'refuses a body with the problem status %s for an operation without a response body',
    (status) => {
      expect(() => parse('webhook.delete', `{"status":${status}}`)).toThrow('reports a problem');
    },
  );

  it.each([
    ['cob.get', '', 'without the required body'],
    ['cob.get', ' ', 'without the required body'],
    ['cob.get', '{', 'not JSON'],
    ['cob.get', 'null', 'not a JSON object'],
    ['cob.get', '"text"', 'not a JSON object'],
    ['cob.get', '[]', 'not a JSON object'],
    ['cob.get', '{}', 'without txid'],
    ['cob.get', '{"txid":""}', 'without txid'],
    ['cob.get', '{"txid":0}', 'without txid'],
    ['cob.get', '{"txid":"b"}', 'another txid'],
    ['loc.get', '{"id":8}', 'another id'],
  ])('refuses a body of %s that is %j: %s', (id, text, detail) => {
    expect(() => parse(id, text, { txid: TXID, id: 7 })).toThrow(detail);
  });

  it('accepts an identifier that is text or a number', () => {
    expect(parse('loc.get', '{"id":"7"}', { id: 7 })).toEqual({ id: '7' });
    expect(parse('loc.get', '{"id":1}', { id: '1' })).toEqual({ id: 1 });
  });

  it('names the content type of a body that is not JSON', () => {
    expect(() => parse('cob.get', '<html/>', {}, 'text/html')).toThrow('content type text/html');
    const response = { status: 200, contentType: undefined, text: '{}' };
    expect(() => parseSuccess(findOperation('cob.get')!, response, () => CONTEXT)).toThrow(
      'content type (none)',
    );
  });

  it('throws an error with an unknown outcome for a write and a known outcome for a read', () => {
    const unreadable = { status: 200, title: 'Invalid response' };
    expect(failure(() => parse('cob.create', '{'))).toMatchObject({
      ...unreadable,
      resultUnknown: true,
    });
    expect(failure(() => parse('cob.get', '{'))).toMatchObject({
      ...unreadable,
      resultUnknown: false,
    });
  });
});

describe('parseSuccess of a write', () => {
  const COB = { valor: { original: '37.00' }, chave: 'pix@example.com', solicitacaoPagador: 'x' };
  const CREATED = { txid: TXID, status: 'ATIVA', ...COB };
  const create = (record: object, body: object = COB, id = 'cob.createWithTxid') => {
    const response = { status: 201, contentType: 'application/json', text: JSON.stringify(record) };
    const input = { params: { txid: TXID, id: 'd1', data: '2026-05-04' }, body };
    return parseSuccess(findOperation(id)!, response, () => CONTEXT, input);
  };

  it.each([
    ['another amount', { ...CREATED, valor: { original: '99.00' } }, 'valor.original'],
    ['another key', { ...CREATED, chave: 'outra@example.com' }, 'chave'],
    ['no amount', { txid: TXID, status: 'ATIVA', chave: COB.chave }, 'valor.original'],
    ['only the txid', { txid: TXID }, 'valor.original, chave'],
  ])('refuses %s, with an unknown outcome', (_, record, fields) => {
    expect(failure(() => create(record))).toMatchObject({
      name: 'PixRespostaInvalidaError',
      resultUnknown: true,
      detail: expect.stringContaining(`Fields that differ: ${fields}.`),
    });
  });

  it('accepts a record with other or omitted texts', () => {
    const { solicitacaoPagador, ...rest } = CREATED;
    expect(create(rest)).toEqual(rest);
    expect(create({ ...CREATED, solicitacaoPagador: `${solicitacaoPagador}!` })).toMatchObject(
      rest,
    );
  });

  it('reports a record that was removed, and says what the bank holds', () => {
    expect(failure(() => create({ ...CREATED, status: 'REMOVIDA_PELO_PSP' }))).toMatchObject({
      name: 'PixConflitoException',
      fields: ['status'],
      recordStatus: 'REMOVIDA_PELO_PSP',
      resultUnknown: false,
      detail: 'The provider holds this record with status REMOVIDA_PELO_PSP. That status is final.',
    });
  });

  it('refuses a cancel whose record has another status, or none', () => {
    const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    expect(() => create(CREATED, body, 'cob.revise')).toThrow('status');
    expect(() => create({ txid: TXID }, body, 'cob.revise')).toThrow('status');
    expect(create({ ...CREATED, ...body }, body, 'cob.revise')).toMatchObject(body);
  });

  it('refuses a retry without its attempt', () => {
    const record = { txid: TXID, tentativas: [] };
    expect(() => create(record, {}, 'cobr.retry')).toThrow('was not changed');
  });
});

describe('amounts that are JSON numbers', () => {
  it.each<[string, object, object, object]>([
    ['cob.get', { txid: TXID }, { valor: { original: 37 } }, { valor: { original: '37.00' } }],
    [
      'cob.get',
      { txid: TXID },
      { pix: [{ valor: 37.5, devolucoes: [{ valor: 1 }] }] },
      { pix: [{ valor: '37.50', devolucoes: [{ valor: '1.00' }] }] },
    ],
    ['pix.getRefund', { id: 'd1' }, { valor: 10 }, { valor: '10.00' }],
    [
      'cob.list',
      {},
      { cobs: [{ valor: { original: 1.1 } }] },
      { cobs: [{ valor: { original: '1.10' } }] },
    ],
    ['cob.get', { txid: TXID }, { valor: { original: 37.123 } }, { valor: { original: '37.123' } }],
    ['cob.get', { txid: TXID }, { revisao: 1, valor: 5 }, { revisao: 1, valor: 5 }],
  ])('%s: become decimal text: %j %j', (id, identity, sent, expected) => {
    const text = JSON.stringify({ ...identity, ...sent });
    expect(parse(id, text, { txid: TXID, id: 'd1' })).toEqual({ ...identity, ...expected });
  });
});

describe('checkIdentifier', () => {
  const key = { field: 'chave', param: 'chave', isKey: true };

  it('ignores the spelling of a key and accepts an absent key', () => {
    expect(checkIdentifier(key, { chave: 'PIX@Example.com' }, { chave: 'pix@example.com' })).toBe(
      undefined,
    );
    expect(checkIdentifier(key, { chave: 'x@y.z' }, { chave: 'pix@example.com' })).toBe('other');
    expect(checkIdentifier(key, {}, { chave: 'pix@example.com' })).toBe(undefined);
  });

  it('requires an identifier that the provider chose', () => {
    expect(checkIdentifier({ field: 'txid' }, { txid: TXID }, {})).toBe(undefined);
    expect(checkIdentifier({ field: 'txid' }, { txid: null }, {})).toBe('missing');
    expect(checkIdentifier({ field: 'txid' }, { txid: 0 }, {})).toBe('missing');
  });
});
