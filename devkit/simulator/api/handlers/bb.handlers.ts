import type { BbDevolucao } from 'nestjs-pix/banks';
import type { BbConsultaDevolucoesDto, BbConsultaPixDto } from 'nestjs-pix/dto';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toDevolucao, toPix } from '../../domain/views/pix.view.js';
import type { DevolucaoRecord, PixRecord } from '../../families/pix/pix.record.js';
import { TimeIndex } from '../../kernel/time-index.js';
import { toPageRequest, toParametros } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import { buildPixMatcher } from '../lists/pix.filter.js';
import { buildSingleWebhook } from './single-webhook.handlers.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const bbApi: TableApi<'bb'> = {
  handlers: bbHandlers,
};

/**
 * Handlers of the lists and of the webhook that Banco do Brasil offers in addition to the specification. No source
 * describes the notifications of this webhook: the simulator stores its address and sends none.
 */
function bbHandlers(state: SimulatorState): TableHandlers<'bb'> {
  const { pix } = state;
  const webhook = buildSingleWebhook(state, state.webhookSolicRec, 'WebhookRecOperacaoInvalida');
  return {
    'bb.registerWebhookSolicRec': webhook.register,
    'bb.getWebhookSolicRec': webhook.get,
    'bb.deleteWebhookSolicRec': webhook.delete,

    'bb.listPix': ({ filter }) => {
      const page = selectPage(pix.byCreation, toPageRequest(filter), buildMatcher(filter));
      return { parametros: toParametros(filter, page), pix: page.items.map(toPix) };
    },

    'bb.listDevolucoes': ({ filter }) => {
      const page = selectPage(findRefunds(pix.byCreation.all(), filter), toPageRequest(filter));
      return { parametros: toParametros(filter, page), devolucoes: page.items.map(toBbDevolucao) };
    },
  };
}

/** Builds the filter of payments. The simulator has no contested payments. */
function buildMatcher(filter: BbConsultaPixDto): (record: PixRecord) => boolean {
  const { chave, contestacaoPresente = false } = filter;
  const matches = buildPixMatcher(filter) ?? (() => true);
  return (record) =>
    !contestacaoPresente && (chave === undefined || record.chave === chave) && matches(record);
}

interface Refund {
  readonly pix: PixRecord;
  readonly devolucao: DevolucaoRecord;
}

/** Finds refunds and sorts them by the instant of their request. */
function findRefunds(
  payments: readonly PixRecord[],
  { estadoDevolucao, ...person }: BbConsultaDevolucoesDto,
): TimeIndex<Refund> {
  const matches = buildPixMatcher(person) ?? (() => true);
  const refunds = new TimeIndex<Refund>();
  for (const pix of payments) {
    if (pix.devolucoes.length === 0 || !matches(pix)) continue;
    for (const devolucao of pix.devolucoes) {
      if (estadoDevolucao !== undefined && devolucao.status !== estadoDevolucao) continue;
      refunds.add(Date.parse(devolucao.requestedAt), { pix, devolucao });
    }
  }
  return refunds;
}

function toBbDevolucao({ pix: { endToEndId, chave }, devolucao }: Refund): BbDevolucao {
  return { ...toDevolucao(devolucao), endToEndId, ...(chave !== undefined && { chave }) };
}
