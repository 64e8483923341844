import type { OrderStatus } from '../../../src/database/schema.js';
import type { OrderView } from '../../../src/orders/order.view.js';
import type { IconName } from '../components/icon.js';
import type { Tone } from '../components/status-badge.js';
import { formatMoment } from '../text/dates.js';
import { formatMoney } from '../text/money.js';

/** What a customer reads about a status. */
export interface OrderText {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly title: string;
  readonly status: string;
  readonly text: string;
}

/** Statuses in which the customer waits for the bank. */
const OPEN: readonly OrderStatus[] = ['CRIANDO', 'PENDENTE', 'CANCELANDO'];

export function isOpen(status: OrderStatus): boolean {
  return OPEN.includes(status);
}

const TEXTS: Readonly<Record<Exclude<OrderStatus, 'PENDENTE' | 'PAGO'>, OrderText>> = {
  CRIANDO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'Preparando o Pix',
    status: 'Falando com o banco',
    text: 'O QR Code aparece aqui assim que o banco confirmar a cobrança.',
  },
  CANCELANDO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'Cancelando…',
    status: 'Cancelando o pedido',
    text: 'Estamos confirmando o cancelamento com o banco. Não pague este pedido.',
  },
  EM_ANALISE: {
    icon: 'clock',
    tone: 'neutral',
    title: 'Pagamento em análise',
    status: 'Em análise',
    text: 'Recebemos um pagamento fora do prazo ou com outro valor. A loja vai conferir.',
  },
  DEVOLVENDO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'Devolução a caminho',
    status: 'Devolvendo',
    text: 'O banco está devolvendo o seu pagamento.',
  },
  DEVOLVIDO: {
    icon: 'check',
    tone: 'neutral',
    title: 'Pagamento devolvido',
    status: 'Devolvido',
    text: 'O valor voltou para a conta de onde saiu.',
  },
  CANCELADO: {
    icon: 'cross',
    tone: 'neutral',
    title: 'Pedido cancelado',
    status: 'Pedido cancelado',
    text: 'O QR Code não vale mais e nada será cobrado.',
  },
  EXPIRADO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'O prazo acabou',
    status: 'Pedido expirado',
    text: 'O pagamento não foi feito a tempo. Faça um novo pedido.',
  },
};

/** Returns what is said about an order that cannot be paid; `undefined` while it can. */
export function describeOrder({
  status,
  valor,
  pagoEm,
}: Pick<OrderView, 'status' | 'valor' | 'pagoEm'>): OrderText | undefined {
  if (status === 'PENDENTE') return undefined;
  if (status !== 'PAGO') return TEXTS[status];
  const time = pagoEm === null ? '' : ` em ${formatMoment(pagoEm)}`;
  return {
    icon: 'check',
    tone: 'good',
    title: 'Pago!',
    status: 'Pagamento recebido',
    text: `Recebemos ${formatMoney(valor)}${time}. Obrigado pela compra!`,
  };
}
