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
const CODE = /\b[A-Z_]{2,}\b/g;

/** The detail of an entry of the audit trail in words of the shop. */
export function describeDetail({
  acao,
  resultado,
  detalhe,
}: Pick<AuditView, 'acao' | 'resultado' | 'detalhe'>): string {
  if (detalhe === null) return '–';
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

/** Where the record of an entry shows what came of it; `undefined` if it has no page. */
export function findTargetPage({
  acao,
  alvo,
}: Pick<AuditView, 'acao' | 'alvo'>): string | undefined {
  const page = PAGES[acao];
  return page === undefined || alvo === null ? undefined : page + encodeURIComponent(alvo);
}

/** The address of the page of an action's record, up to its identifier. */
const PAGES: Readonly<Partial<Record<AuditView['acao'], string>>> = {
  PEDIDO_CANCELADO: '/admin/cobrancas/',
  PEDIDO_CONSULTADO: '/admin/cobrancas/',
  PAGAMENTO_DEVOLVIDO: '/admin/pagamentos?busca=',
  FATURA_CANCELADA: '/admin/faturas/',
  ASSINATURA_CANCELADA: '/admin/assinaturas/',
  ASSINATURA_CONSULTADA: '/admin/assinaturas/',
};
