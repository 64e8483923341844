import type { OrderStatus } from '../../../src/database/schema.js';
import type { Tone } from '../components/status-badge.js';

/** Statuses of an order in words of the shop. */
export const ORDER_STATUS: Readonly<Record<OrderStatus, string>> = {
  CRIANDO: 'Criando',
  PENDENTE: 'Aguardando pagamento',
  PAGO: 'Pago',
  CANCELANDO: 'Cancelando',
  CANCELADO: 'Cancelado',
  EXPIRADO: 'Expirado',
  EM_ANALISE: 'Em análise',
  DEVOLVENDO: 'Devolvendo',
  DEVOLVIDO: 'Devolvido',
};

export const ORDER_TONE: Readonly<Record<OrderStatus, Tone>> = {
  CRIANDO: 'waiting',
  PENDENTE: 'waiting',
  PAGO: 'good',
  CANCELANDO: 'waiting',
  CANCELADO: 'neutral',
  EXPIRADO: 'neutral',
  EM_ANALISE: 'bad',
  DEVOLVENDO: 'waiting',
  DEVOLVIDO: 'neutral',
};
