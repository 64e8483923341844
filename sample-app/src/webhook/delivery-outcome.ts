/**
 * Outcomes of the last run of a handler. A row stays `PROCESSANDO` when the process ended during the run: the bank, or the
 * reconciliation, delivers the event again.
 */
export const DELIVERY_OUTCOMES = ['PROCESSANDO', 'CONCLUIDO', 'FALHOU'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];
