import { describe, expect, it } from '@jest/globals';
import { Router } from '../../../devkit/simulator/http/dispatcher.js';

const router = new Router<string>()
  .add('PUT', '/cob/{txid}', 'put')
  .add('GET', '/cob/{txid}', 'get')
  .add('POST', '/cob', 'post')
  .add('PUT', '/pix/{e2eid}/devolucao/{id}', 'refund')
  .add('GET', '/webhook/{chave}', 'webhook');

describe('Router', () => {
  it('returns target and parameters of a path', () => {
    expect(router.find('PUT', '/pix/E1/devolucao/d2')).toEqual({
      kind: 'match',
      match: { target: 'refund', params: { e2eid: 'E1', id: 'd2' } },
    });
  });

  it('decodes a parameter, and finds no route when it is empty or cannot be decoded', () => {
    expect(router.find('GET', '/webhook/a%40b.com%2Fc')).toMatchObject({
      match: { params: { chave: 'a@b.com/c' } },
    });
    expect(router.find('GET', '/webhook/%E0%A4%A').kind).toBe('none');
    expect(router.find('GET', '/webhook/').kind).toBe('none');
  });

  it('returns the allowed methods for a wrong method, and nothing for an unknown path', () => {
    expect(router.find('DELETE', '/cob/1')).toEqual({ kind: 'method', allow: ['PUT', 'GET'] });
    expect(router.find('GET', '/cob/1/2').kind).toBe('none');
    expect(router.find('GET', '/').kind).toBe('none');
    expect(router.find('GET', '/webhook/__proto__/x').kind).toBe('none');
  });

  it('throws when a route is added twice', () => {
    expect(() => router.add('PUT', '/cob/{txid}', 'again')).toThrow('Duplicate route');
  });
});
