import type { BbConsultaDevolucoesDto, BbConsultaPixDto } from '../../contract/bb/bb.dto.js';
import type { BbDevolucao } from '../../contract/bb/bb.types.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { pixMatcher } from '../pix/pix.filter.js';
import type { DevolucaoRecord, PixRecord } from '../pix/pix.record.js';
import { toDevolucao, toPix } from '../pix/pix.view.js';
import type { SimulatorState } from '../simulator-state.js';
import { pageRequestOf, parametrosOf } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import { TimeIndex } from '../store/time-index.js';

/** The two lists that Banco do Brasil offers beyond the specification's. */
export function bbHandlers({ pix }: SimulatorState): Handlers {
  return {
    'bb.listPix': ({ filter }: HandlerCall<unknown, BbConsultaPixDto>) => {
      const page = selectPage(pix.byTime, pageRequestOf(filter), matcherOf(filter));
      return { parametros: parametrosOf(filter, page), pix: page.items.map(toPix) };
    },

    'bb.listDevolucoes': ({ filter }: HandlerCall<unknown, BbConsultaDevolucoesDto>) => {
      const page = selectPage(refundsOf(pix.byTime.all(), filter), pageRequestOf(filter));
      return { parametros: parametrosOf(filter, page), devolucoes: page.items.map(toBbDevolucao) };
    },
  };
}

/** No payment is contested here. */
function matcherOf(filter: BbConsultaPixDto): (record: PixRecord) => boolean {
  const { chave, contestacaoPresente = false } = filter;
  const matches = pixMatcher(filter) ?? (() => true);
  return (record) =>
    !contestacaoPresente && (chave === undefined || record.chave === chave) && matches(record);
}

interface Refund {
  readonly pix: PixRecord;
  readonly devolucao: DevolucaoRecord;
}

/** Refunds by when they were asked for. */
function refundsOf(
  payments: readonly PixRecord[],
  { estadoDevolucao, ...person }: BbConsultaDevolucoesDto,
): TimeIndex<Refund> {
  const isOf = pixMatcher(person) ?? (() => true);
  const refunds = new TimeIndex<Refund>();
  for (const pix of payments) {
    if (pix.devolucoes.length === 0 || !isOf(pix)) continue;
    for (const devolucao of pix.devolucoes) {
      if (estadoDevolucao !== undefined && devolucao.status !== estadoDevolucao) continue;
      refunds.add(Date.parse(devolucao.solicitadaEm), { pix, devolucao });
    }
  }
  return refunds;
}

function toBbDevolucao({ pix: { endToEndId, chave }, devolucao }: Refund): BbDevolucao {
  return { ...toDevolucao(devolucao), endToEndId, ...(chave !== undefined && { chave }) };
}
