import type { ChargeStatus, SubscriptionStatus } from '../../../src/database/schema.js';
import type { SubscriptionChargeView } from '../../../src/subscriptions/subscription.view.js';
import type { IconName } from '../components/icon.js';
import type { Tone } from '../components/status-badge.js';

/** What a customer reads about a status. */
export interface SubscriptionText {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly status: string;
  readonly title: string;
  readonly text: string;
}

export const SUBSCRIPTION_TEXTS: Readonly<Record<SubscriptionStatus, SubscriptionText>> = {
  CRIANDO: {
    icon: 'clock',
    tone: 'neutral',
    status: 'Falando com o banco',
    title: 'Preparando a assinatura',
    text: 'O QR Code aparece aqui assim que o banco confirmar.',
  },
  AGUARDANDO_APROVACAO: {
    icon: 'clock',
    tone: 'waiting',
    status: 'Aguardando aprovação',
    title: 'Aprove no seu banco',
    text: 'Leia o QR Code no aplicativo do seu banco.',
  },
  ATIVA: {
    icon: 'check',
    tone: 'good',
    status: 'Assinatura ativa',
    title: 'Assinatura ativa',
    text: 'O banco cobra cada mês no vencimento. Você pode cancelar quando quiser.',
  },
  CANCELANDO: {
    icon: 'clock',
    tone: 'neutral',
    status: 'Cancelando',
    title: 'Cancelando…',
    text: 'Estamos confirmando o cancelamento com o banco.',
  },
  CANCELADA: {
    icon: 'cross',
    tone: 'neutral',
    status: 'Assinatura cancelada',
    title: 'Assinatura cancelada',
    text: 'Nenhum outro mês será cobrado. Uma cobrança que o banco já não cancela aparece abaixo.',
  },
  RECUSADA: {
    icon: 'cross',
    tone: 'neutral',
    status: 'Assinatura recusada',
    title: 'Assinatura recusada',
    text: 'A aprovação foi recusada no banco. Nada será cobrado.',
  },
  EXPIRADA: {
    icon: 'clock',
    tone: 'neutral',
    status: 'Assinatura expirada',
    title: 'O prazo acabou',
    text: 'A assinatura não foi aprovada a tempo. Faça uma nova.',
  },
};

/** Statuses that change without the customer, so that the page looks again. */
const OPEN: readonly SubscriptionStatus[] = [
  'CRIANDO',
  'AGUARDANDO_APROVACAO',
  'ATIVA',
  'CANCELANDO',
];

/** Statuses of a charge that can still be paid. */
const OPEN_CHARGES: readonly ChargeStatus[] = ['AGENDANDO', 'AGENDADA', 'EM_NOVA_TENTATIVA'];

export function isOpen(status: SubscriptionStatus): boolean {
  return OPEN.includes(status);
}

export function isOpenCharge({ status }: SubscriptionChargeView): boolean {
  return OPEN_CHARGES.includes(status);
}

/** Statuses of a charge in words of the shop. */
export const CHARGE_TEXTS: Readonly<
  Record<ChargeStatus, { readonly tone: Tone; readonly text: string }>
> = {
  AGENDANDO: { tone: 'neutral', text: 'Falando com o banco' },
  AGENDADA: { tone: 'waiting', text: 'Agendada' },
  EM_NOVA_TENTATIVA: { tone: 'waiting', text: 'Nova tentativa' },
  PAGA: { tone: 'good', text: 'Paga' },
  REJEITADA: { tone: 'bad', text: 'Rejeitada' },
  NAO_PAGA: { tone: 'bad', text: 'Não paga' },
  CANCELADA: { tone: 'neutral', text: 'Cancelada' },
  DEVOLVIDA: { tone: 'neutral', text: 'Devolvida' },
};

export function describeCharge({ status, tipo }: SubscriptionChargeView) {
  if (status === 'AGENDADA' && tipo === 'IMEDIATA') {
    return { tone: 'waiting', text: 'Aguardando pagamento' } as const;
  }
  return CHARGE_TEXTS[status];
}

/** Formats a month: "2026-11" as "11/2026". */
export function formatMonth(competencia: string): string {
  return competencia.split('-').reverse().join('/');
}
