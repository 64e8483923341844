import { consultaInvalida, naoEncontrado, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import { LocStore } from './location.store.js';

/** Locations of charges: error types and records. */
export const locFamily = {
  root: 'loc',
  problems: {
    PayloadLocationNaoEncontrado: naoEncontrado('Não há location com o id informado.'),
    PayloadLocationOperacaoInvalida: operacaoInvalida(
      'Location inválida.',
      'A criação da location não respeita o formato.',
    ),
    PayloadLocationConsultaInvalida: consultaInvalida('locations'),
  },
  naoEncontrado: 'PayloadLocationNaoEncontrado',
  operacaoInvalida: 'PayloadLocationOperacaoInvalida',
  consultaInvalida: 'PayloadLocationConsultaInvalida',
  stores: {
    locs: ({ name, changes, clock, locationBase: base }) =>
      new LocStore(changes, { name, clock, base }),
  },
} as const satisfies SimulatorFamily;
