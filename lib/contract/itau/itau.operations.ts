import type { PixOperation } from '../operation.js';
import { idRecParam } from '../rec/rec.operations.js';
import type { ItauDadosPagador } from './itau.types.js';

/** Reads the payer of a recurrence. */
const getDadosPagador: PixOperation<undefined, ItauDadosPagador> = {
  id: 'itau.getDadosPagador',
  family: 'rec',
  method: 'GET',
  path: '/recorrencia/{idRec}/dados-pagador',
  scope: 'rec.read',
  params: [idRecParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  providers: ['itau'],
};

/** Operations that only Itaú offers. */
export const itauOperations = { getDadosPagador } as const;
