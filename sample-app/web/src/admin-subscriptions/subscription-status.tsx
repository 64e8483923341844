import type { SubscriptionStatus } from '../../../src/database/schema.js';
import { StatusBadge, type Tone } from '../components/status-badge.js';

/** Statuses of a subscription in words of the shop. */
export const STATUSES: Readonly<Record<SubscriptionStatus, string>> = {
  CRIANDO: 'Criando',
  AGUARDANDO_APROVACAO: 'Aguardando aprovação',
  ATIVA: 'Ativa',
  CANCELANDO: 'Cancelando',
  CANCELADA: 'Cancelada',
  RECUSADA: 'Recusada',
  EXPIRADA: 'Expirada',
};

const TONES: Readonly<Record<SubscriptionStatus, Tone>> = {
  CRIANDO: 'waiting',
  AGUARDANDO_APROVACAO: 'waiting',
  ATIVA: 'good',
  CANCELANDO: 'waiting',
  CANCELADA: 'neutral',
  RECUSADA: 'neutral',
  EXPIRADA: 'neutral',
};

export function SubscriptionStatusBadge({ status }: { readonly status: SubscriptionStatus }) {
  return <StatusBadge tone={TONES[status]}>{STATUSES[status]}</StatusBadge>;
}

/** What a person reads after a cancellation. */
export function describeCancel(status: SubscriptionStatus): string {
  return status === 'CANCELADA'
    ? 'Assinatura cancelada.'
    : 'Ainda não se sabe se o banco cancelou. A loja pergunta de novo sozinha.';
}
