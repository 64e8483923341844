import { idRecParam } from '../path.js';
import { json, read } from '../rows.js';

/** The payer of a recurrence at Itaú. The fields are Itaú's and not in the specification. */
export interface ItauDadosPagador {
  /** Identifier of the recurrence. */
  idRec?: string;
  /** Status of the recurrence. */
  status?: string;
  /** The payer. Itaú publishes no list of its fields. */
  pagador?: Readonly<Record<string, unknown>>;
}

/** Operations that only Itaú offers. */
export const itauOperations = {
  /** Reads the payer of a recurrence. */
  getDadosPagador: read({
    id: 'itau.getDadosPagador',
    family: 'rec',
    path: '/recorrencia/{idRec}/dados-pagador',
    params: [idRecParam],
    returns: json<ItauDadosPagador>(),
    providers: ['itau'],
  }),
} as const;
