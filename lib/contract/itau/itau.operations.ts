import type { AtPath, PixOperation } from '../operation.js';
import { idRecParam } from '../rec/rec.operations.js';
import type { ItauDadosPagador } from './itau.types.js';

const payerPath = '/recorrencia/{idRec}/dados-pagador';

/** Reads the payer of a recurrence. */
const getDadosPagador: PixOperation<undefined, ItauDadosPagador> & AtPath<typeof payerPath> = {
  id: 'itau.getDadosPagador',
  family: 'rec',
  method: 'GET',
  path: payerPath,
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
