import type { AuditView } from '../../../src/backoffice/audit/audit.view.js';
import { ORDER_STATUS } from '../admin-orders/order-texts.js';
import { STATUSES } from '../admin-subscriptions/subscription-status.js';
import { formatMoney } from '../text/money.js';
import { toSentence } from '../text/sentences.js';
import { ROLE_NAMES } from '../users/role-names.js';

/** The codes that the details of an action contain, in words. */
const CODES: Readonly<Partial<Record<AuditView['acao'], Readonly<Record<string, string>>>>> = {
  USUARIO_CRIADO: ROLE_NAMES,
  USUARIO_ALTERADO: ROLE_NAMES,
  PEDIDO_CONSULTADO: ORDER_STATUS,
  ASSINATURA_CONSULTADA: STATUSES,
};

const AMOUNT = /^\d+\.\d{2}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CODE = /\b[A-Z_]{2,}\b/g;

/** The detail of an entry of the audit trail in words of the shop. */
export function describeDetail({
  acao,
  resultado,
  detalhe,
}: Pick<AuditView, 'acao' | 'resultado' | 'detalhe'>): string {
  if (detalhe === null || readCreated({ acao, detalhe }) !== undefined) return '–';
  if (AMOUNT.test(detalhe)) {
    const amount = formatMoney(detalhe);
    // The entry ends with its refund.
    return resultado === 'DESCONHECIDO' ? `${amount}, ainda sem resultado do banco` : amount;
  }
  const words = CODES[acao];
  return words
    ? toSentence(detalhe.replace(CODE, (code) => words[code] ?? code))
    : toSentence(detalhe);
}

/** The record of an entry; `undefined` without one. */
export function findTarget(
  entry: Pick<AuditView, 'acao' | 'alvo' | 'detalhe'>,
): string | undefined {
  return entry.alvo ?? readCreated(entry);
}

/** Where the record of an entry shows what came of it; `undefined` if it has no page. */
export function findTargetPage(
  entry: Pick<AuditView, 'acao' | 'alvo' | 'detalhe'>,
): string | undefined {
  const page = PAGES[entry.acao];
  const target = findTarget(entry);
  return page === undefined || target === undefined ? undefined : page + encodeURIComponent(target);
}

/** The request of a creation names no record: its detail does. */
function readCreated({ acao, detalhe }: Pick<AuditView, 'acao' | 'detalhe'>): string | undefined {
  const isCreation = acao === 'FATURA_CRIADA' || acao === 'LOTE_ENVIADO';
  return isCreation && detalhe !== null && UUID.test(detalhe) ? detalhe : undefined;
}

/** The address of the page of an action's record, up to its identifier. */
const PAGES: Readonly<Partial<Record<AuditView['acao'], string>>> = {
  PEDIDO_CANCELADO: '/admin/cobrancas/',
  PEDIDO_CONSULTADO: '/admin/cobrancas/',
  PAGAMENTO_DEVOLVIDO: '/admin/pagamentos?busca=',
  FATURA_CRIADA: '/admin/faturas/',
  FATURA_CANCELADA: '/admin/faturas/',
  LOTE_ENVIADO: '/admin/lotes/',
  ASSINATURA_CANCELADA: '/admin/assinaturas/',
  ASSINATURA_CONSULTADA: '/admin/assinaturas/',
};
