import { TimedRecordStore } from '../../kernel/record-store.js';
import { consultaInvalida, naoEncontrado, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import type { RecRecord } from './rec.record.js';

/** Recurrences: error types and records. */
export const recFamily = {
  root: 'rec',
  problems: {
    RecNaoEncontrada: naoEncontrado('Não há recorrência com o idRec informado.'),
    RecOperacaoInvalida: operacaoInvalida(
      'Recorrência inválida.',
      'A criação ou revisão da recorrência não respeita o formato ou não faz sentido no estado atual.',
    ),
    RecConsultaInvalida: consultaInvalida('recorrências'),
  },
  naoEncontrado: 'RecNaoEncontrada',
  operacaoInvalida: 'RecOperacaoInvalida',
  consultaInvalida: 'RecConsultaInvalida',
  stores: {
    recs: ({ name, changes }) =>
      new TimedRecordStore<RecRecord>(changes, { name, getKey: ({ idRec }) => idRec }),
  },
  topic: 'recurrences',
} as const satisfies SimulatorFamily;
