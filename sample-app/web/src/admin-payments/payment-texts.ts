import type { PaymentView } from '../../../src/backoffice/payments/payment.view.js';
import type { RefundView } from '../../../src/refunds/refund.view.js';
import type { Tone } from '../components/status-badge.js';
import { toSentence } from '../text/sentences.js';

/** What a payment did, in words of the shop. */
export const PAYMENT_OUTCOME: Readonly<Record<PaymentView['situacao'], string>> = {
  APLICADO: 'Pagou a cobrança',
  FORA_DO_PRAZO: 'Fora do prazo',
  VALOR_DIVERGENTE: 'Outro valor',
  REPETIDO: 'Pago de novo',
  SEM_PEDIDO: 'Sem pedido',
};

/** The reason of a change of status. One of an unexpected payment ends with the code of what the payment did. */
export function describeReason(motivo: string): string {
  return toSentence(
    motivo.replace(/: ([A-Z_]+)$/, (text, code: string) =>
      Object.hasOwn(PAYMENT_OUTCOME, code)
        ? `: ${PAYMENT_OUTCOME[code as PaymentView['situacao']].toLowerCase()}`
        : text,
    ),
  );
}

/** The tone and the words of the refunds of a payment; `undefined` without one, unless a person is to check it. */
export function describeRefund({
  tarefa,
  restante,
  devolucoes,
}: Pick<PaymentView, 'tarefa' | 'restante' | 'devolucoes'>):
  { tone: Tone; text: string } | undefined {
  const has = (status: RefundView['status']) => devolucoes.some((one) => one.status === status);
  if (has('DEVOLVENDO')) return { tone: 'waiting', text: 'Devolvendo' };
  if (restante === '0.00') return { tone: 'neutral', text: 'Devolvido' };
  if (has('DEVOLVIDA')) {
    return { tone: tarefa === null ? 'neutral' : 'bad', text: 'Devolvido em parte' };
  }
  if (has('NAO_REALIZADA')) return { tone: 'bad', text: 'Devolução falhou' };
  return tarefa === null ? undefined : { tone: 'bad', text: 'Para conferir' };
}
