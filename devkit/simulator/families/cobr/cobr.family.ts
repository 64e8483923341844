import { consultaInvalida, naoEncontrado, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import { CobRStore } from './cobr.store.js';

/** Recurring charges: error types and records. */
export const cobrFamily = {
  root: 'cobr',
  problems: {
    CobRNaoEncontrado: naoEncontrado('Não há cobrança recorrente com o txid informado.'),
    CobROperacaoInvalida: operacaoInvalida(
      'Cobrança recorrente inválida.',
      'A criação ou revisão da cobrança recorrente não respeita o formato ou não faz sentido no estado atual.',
    ),
    CobRConsultaInvalida: consultaInvalida('cobranças recorrentes'),
  },
  naoEncontrado: 'CobRNaoEncontrado',
  operacaoInvalida: 'CobROperacaoInvalida',
  consultaInvalida: 'CobRConsultaInvalida',
  stores: {
    cobrs: ({ name, changes }) => new CobRStore(changes, name),
  },
  topic: 'recurrences',
} as const satisfies SimulatorFamily;
