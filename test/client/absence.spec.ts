import { describe, expect, it } from '@jest/globals';
import { isAbsence, markAbsence, reportsEmptyList } from '../../lib/client/attempt.js';
import {
  PixErroServidorException,
  PixRecursoNaoEncontradoException,
} from '../../lib/errors/index.js';

const PROBLEM = { title: 'Problem', detail: 'x' };
const CONTEXT = { operation: 'GET /cob/{txid}', provider: 'scripted' };

function marksAbsence(status: number, body: string): boolean {
  const error = new PixRecursoNaoEncontradoException({ ...PROBLEM, status }, CONTEXT);
  markAbsence(error, status, body);
  return isAbsence(error);
}

describe('isAbsence', () => {
  it.each(['', '  \n', '{}', '{"title":"Not found"}', '{"message":"x","title":"Not found"}'])(
    'returns true for a 404 with the body %j',
    (body) => {
      expect(marksAbsence(404, body)).toBe(true);
    },
  );

  it.each(['{"message":"no Route matched"}', '404 page not found', '<html/>', '[]', 'null'])(
    'returns false for a 404 with the body %j, which a gateway may have sent',
    (body) => {
      expect(marksAbsence(404, body)).toBe(false);
    },
  );

  it('returns false for a 404 whose body names another status', () => {
    const error = new PixErroServidorException({ ...PROBLEM, status: 500 }, CONTEXT);
    markAbsence(error, 404, '{}');
    expect(isAbsence(error)).toBe(false);
  });
});

it('isAbsence returns false for another status, even if its body reports a 404', () => {
  expect(marksAbsence(503, '{}')).toBe(false);
});

it.each([undefined, null, 'absent', new Error('x')])('isAbsence returns false for %p', (error) => {
  expect(isAbsence(error)).toBe(false);
});

describe('reportsEmptyList', () => {
  it.each([
    '{"erros":[{"codigo":"4769515","mensagem":"x"}]}',
    '{"title":"Not found"}',
    '{"detail":"x"}',
  ])('accepts the report %s of a provider', (body) => {
    expect(reportsEmptyList(body)).toBe(true);
  });

  it.each([
    '',
    '{}',
    '{"erros":[]}',
    '{"statusCode":404,"error":"Not Found","message":"Resource not found"}',
    '{"statusCode":404,"error":"Not Found","message":"x","attributes":{}}',
    '<html/>',
  ])('refuses %j, which a gateway may have sent', (body) => {
    expect(reportsEmptyList(body)).toBe(false);
  });
});
