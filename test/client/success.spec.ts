import { describe, expect, it } from '@jest/globals';
import { checkIdentifier } from '../../lib/client/identifier.js';
import { parseSuccess } from '../../lib/client/success.js';
import { findOperation } from '../../lib/contract/index.js';

const TXID = 'a'.repeat(26);
const CONTEXT = { operation: 'op', provider: 'scripted' };

function parse(id: string, text: string, params = {}, contentType = 'application/json'): unknown {
  const response = { status: 200, contentType, text };
  return parseSuccess(findOperation(id)!, response, CONTEXT, { params });
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
    expect(() => parseSuccess(findOperation('cob.get')!, response, CONTEXT)).toThrow(
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
