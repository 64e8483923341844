import { describe, expect, it } from '@jest/globals';
import { isAbsence, markAbsence } from '../../lib/client/attempt.js';
import {
  PixErroServidorException,
  PixRecursoNaoEncontradoException,
} from '../../lib/errors/index.js';

const PROBLEM = { title: 'Problem', detail: 'x' };
const CONTEXT = { operation: 'GET /cob/{txid}', provider: 'scripted' };
const REPORT = '{"title":"Not found"}';

function marksAbsence(status: number, body: string): boolean {
  const error = new PixRecursoNaoEncontradoException({ ...PROBLEM, status }, CONTEXT);
  markAbsence(error, status, body);
  return isAbsence(error);
}

describe('isAbsence', () => {
  it.each([
    REPORT,
    '{"message":"x","title":"Not found"}',
    '{"detail":"x"}',
    '{"type":"https://pix.bcb.gov.br/api/v2/error/RecursoNaoEncontrado","status":404}',
    '{"erros":[{"codigo":"4769515","mensagem":"x"}]}',
    '{"nome":"cobranca_nao_encontrada","mensagem":"x"}',
  ])('returns true for a 404 with the report %j', (body) => {
    expect(marksAbsence(404, body)).toBe(true);
  });

  it.each([
    '',
    '  \n',
    '{}',
    '{"erros":[]}',
    '{"message":"no Route matched"}',
    '{"message":"no Route matched","request_id":"x"}',
    '{"statusCode":404,"message":"Resource not found"}',
    '{"statusCode":404,"error":"Not Found","message":"x","attributes":{}}',
    '{"timestamp":"x","path":"/pix","status":404,"error":"Not Found"}',
    '{"type":"about:blank","title":"Not Found","status":404,"detail":"No static resource cob."}',
    '{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.5","title":"Not Found"}',
    '404 page not found',
    '<html/>',
    '[]',
    'null',
  ])('returns false for a 404 with the body %j, which a gateway may have sent', (body) => {
    expect(marksAbsence(404, body)).toBe(false);
  });

  it('returns false for a 404 whose body names another status', () => {
    const error = new PixErroServidorException({ ...PROBLEM, status: 500 }, CONTEXT);
    markAbsence(error, 404, REPORT);
    expect(isAbsence(error)).toBe(false);
  });
});

it('isAbsence returns false for another status, even if its body reports a 404', () => {
  expect(marksAbsence(503, REPORT)).toBe(false);
});

it.each([undefined, null, 'absent', new Error('x')])('isAbsence returns false for %p', (error) => {
  expect(isAbsence(error)).toBe(false);
});
