import { TimedRecordStore } from '../../kernel/record-store.js';
import { consultaInvalida, naoEncontrado, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import type { PixRecord } from './pix.record.js';

/** Received Pix and refunds: error types and records. */
export const pixFamily = {
  root: 'devolucao',
  problems: {
    PixNaoEncontrado: naoEncontrado('Não há Pix com o e2eid informado.'),
    PixDevolucaoNaoEncontrada: naoEncontrado(
      'Não há devolução com este id para o e2eid informado.',
    ),
    PixConsultaInvalida: consultaInvalida('Pix recebidos'),
    PixDevolucaoInvalida: operacaoInvalida(
      'Devolução inválida.',
      'A solicitação de devolução não respeita o formato ou não faz sentido no estado atual.',
    ),
  },
  naoEncontrado: 'PixNaoEncontrado',
  operacaoInvalida: 'PixDevolucaoInvalida',
  consultaInvalida: 'PixConsultaInvalida',
  consultaOnlyOfList: true,
  stores: {
    pix: ({ name, changes }) =>
      new TimedRecordStore<PixRecord>(changes, { name, getKey: ({ endToEndId }) => endToEndId }),
  },
  topic: 'payments',
} as const satisfies SimulatorFamily;
