import { consultaInvalida, naoEncontrado, operacaoInvalida } from '../problem-type.js';
import type { SimulatorFamily } from '../simulator-family.js';
import { LoteStore } from './lotecobv.store.js';

/** Batches of due-date charges: error types and records. */
export const lotecobvFamily = {
  root: 'loteCobV',
  problems: {
    LoteCobVNaoEncontrado: naoEncontrado('Não há lote com o id informado.'),
    LoteCobVOperacaoInvalida: operacaoInvalida(
      'Lote inválido.',
      'A criação ou alteração do lote não respeita o formato ou não faz sentido no estado atual.',
    ),
    LoteCobVConsultaInvalida: consultaInvalida('lotes de cobranças com vencimento'),
  },
  naoEncontrado: 'LoteCobVNaoEncontrado',
  operacaoInvalida: 'LoteCobVOperacaoInvalida',
  consultaInvalida: 'LoteCobVConsultaInvalida',
  stores: {
    lotes: ({ name, changes }) => new LoteStore(changes, name),
  },
} as const satisfies SimulatorFamily;
