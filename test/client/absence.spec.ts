import { describe, expect, it } from '@jest/globals';
import { isAbsence, markAbsence } from '../../lib/client/absence.js';
import {
  PixErroServidorException,
  PixRecursoNaoEncontradoException,
} from '../../lib/errors/index.js';

const PROBLEM = { title: 'Problem', detail: 'x' };
const CONTEXT = { operation: 'GET /cob/{txid}', provider: 'scripted' };

function absence(status: number, body: string): boolean {
  const error = new PixRecursoNaoEncontradoException({ ...PROBLEM, status }, CONTEXT);
  markAbsence(error, status, body);
  return isAbsence(error);
}

describe('a 404', () => {
  it.each(['', '  \n', '{}', '{"title":"Not found"}', '{"message":"x","title":"Not found"}'])(
    'with the body %j says that the record does not exist',
    (body) => {
      expect(absence(404, body)).toBe(true);
    },
  );

  it.each(['{"message":"no Route matched"}', '404 page not found', '<html/>', '[]', 'null'])(
    'with the body %j may come from a gateway',
    (body) => {
      expect(absence(404, body)).toBe(false);
    },
  );

  it('whose body names another status is none', () => {
    const error = new PixErroServidorException({ ...PROBLEM, status: 500 }, CONTEXT);
    markAbsence(error, 404, '{}');
    expect(isAbsence(error)).toBe(false);
  });
});

it('another status whose body reports a 404 says nothing about the record', () => {
  expect(absence(503, '{}')).toBe(false);
});

it.each([undefined, null, 'absent', new Error('x')])('%p is no absence', (error) => {
  expect(isAbsence(error)).toBe(false);
});
