import { TimedRecordStore } from '../../kernel/record-store.js';
import { consultaInvalida, naoEncontrado, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import { CobVRecord } from './cobv.record.js';

/** Due-date charges: error types and records. */
export const cobvFamily = {
  root: 'cobv',
  problems: {
    CobVNaoEncontrada: naoEncontrado('Não há cobrança com vencimento com o txid informado.'),
    CobVOperacaoInvalida: operacaoInvalida(
      'Cobrança inválida.',
      'A criação ou revisão da cobrança com vencimento não respeita o formato ou não faz sentido no estado atual.',
    ),
    CobVConsultaInvalida: consultaInvalida('cobranças com vencimento'),
  },
  naoEncontrado: 'CobVNaoEncontrada',
  operacaoInvalida: 'CobVOperacaoInvalida',
  consultaInvalida: 'CobVConsultaInvalida',
  stores: {
    cobvs: ({ name, changes }) =>
      new TimedRecordStore<CobVRecord>(changes, {
        name,
        getKey: ({ txid }) => txid,
        prototype: CobVRecord.prototype,
      }),
  },
  topic: 'charges',
} as const satisfies SimulatorFamily;
