import { LocRecStore } from '../loc/location.store.js';
import { consultaInvalida, naoEncontrado } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';

/** Locations of recurrences: error types and records. */
export const locrecFamily = {
  root: 'locrec',
  problems: {
    PayloadLocationRecNaoEncontrado: naoEncontrado(
      'Não há location de recorrência com o id informado.',
    ),
    PayloadLocationRecConsultaInvalida: consultaInvalida('locations de recorrências'),
  },
  naoEncontrado: 'PayloadLocationRecNaoEncontrado',
  operacaoInvalida: 'RequisicaoInvalida',
  consultaInvalida: 'PayloadLocationRecConsultaInvalida',
  stores: {
    locRecs: ({ name, changes, clock, locationBase: base }) =>
      new LocRecStore(changes, { name, clock, base }),
  },
} as const satisfies SimulatorFamily;
