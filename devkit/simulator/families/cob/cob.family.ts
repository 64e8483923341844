import { TimedRecordStore } from '../../kernel/record-store.js';
import { consultaInvalida, naoEncontrado, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import { CobRecord } from './cob.record.js';

/** Immediate charges: error types and records. */
export const cobFamily = {
  root: 'cob',
  problems: {
    CobNaoEncontrado: naoEncontrado('Não há cobrança imediata com o txid informado.'),
    CobOperacaoInvalida: operacaoInvalida(
      'Cobrança inválida.',
      'A criação ou revisão da cobrança imediata não respeita o formato ou não faz sentido no estado atual.',
    ),
    CobConsultaInvalida: consultaInvalida('cobranças imediatas'),
  },
  naoEncontrado: 'CobNaoEncontrado',
  operacaoInvalida: 'CobOperacaoInvalida',
  consultaInvalida: 'CobConsultaInvalida',
  stores: {
    cobs: ({ name, changes }) =>
      new TimedRecordStore<CobRecord>(changes, {
        name,
        getKey: ({ txid }) => txid,
        prototype: CobRecord.prototype,
      }),
  },
  topic: 'charges',
} as const satisfies SimulatorFamily;
