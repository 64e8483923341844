import type { OrderStatus } from '../database/schema.js';

/** Statuses in which the customer waits for the bank. The others change only by a late payment or in the back office. */
export const OPEN_STATUSES = ['CRIANDO', 'PENDENTE', 'CANCELANDO'] as const;

/** Statuses of an order whose money a person or the bank still handles, or has returned. */
export const ANALYSIS_STATUSES = ['EM_ANALISE', 'DEVOLVENDO', 'DEVOLVIDO'] as const;

/**
 * For each status, those from which an order may change to it. Each change of a status requires one of them in SQL.
 *
 * - `CRIANDO`: stored; the charge is not confirmed. New orders start here.
 * - `PENDENTE`: the charge can be paid.
 * - `CANCELANDO`: a cancellation was requested and the bank has not confirmed it.
 * - `EM_ANALISE`: a payment arrived that does not pay the order. A person decides about it.
 */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  CRIANDO: [],
  PENDENTE: ['CRIANDO', 'CANCELANDO'],
  PAGO: [...OPEN_STATUSES, 'EXPIRADO'],
  CANCELANDO: ['PENDENTE'],
  CANCELADO: OPEN_STATUSES,
  EXPIRADO: OPEN_STATUSES,
  EM_ANALISE: [...OPEN_STATUSES, 'CANCELADO', 'EXPIRADO', 'DEVOLVENDO', 'DEVOLVIDO'],
  DEVOLVENDO: ['EM_ANALISE'],
  DEVOLVIDO: ['DEVOLVENDO', 'PAGO', 'EM_ANALISE'],
};

export function isOpen(status: string): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}
