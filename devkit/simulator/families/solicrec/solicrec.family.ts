import { RecordStore } from '../../kernel/record-store.js';
import { naoEncontrado, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import type { SolicRecRecord } from './solicrec.record.js';

/** Requests to confirm a recurrence: error types and records. */
export const solicrecFamily = {
  root: 'solicrec',
  problems: {
    SolicRecNaoEncontrada: naoEncontrado(
      'Não há solicitação de recorrência com o idSolicRec informado.',
    ),
    SolicRecOperacaoInvalida: operacaoInvalida(
      'Solicitação de recorrência inválida.',
      'A criação ou revisão da solicitação não respeita o formato ou não faz sentido no estado atual.',
    ),
  },
  naoEncontrado: 'SolicRecNaoEncontrada',
  operacaoInvalida: 'SolicRecOperacaoInvalida',
  consultaInvalida: 'RequisicaoInvalida',
  stores: {
    solicRecs: ({ name, changes }) =>
      new RecordStore<SolicRecRecord>(changes, { name, getKey: ({ idSolicRec }) => idSolicRec }),
  },
  topic: 'recurrences',
} as const satisfies SimulatorFamily;
