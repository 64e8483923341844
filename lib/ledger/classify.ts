import type { Pix } from '../contract/index.js';
import type { PixChargeState, PixPaymentMeaning } from './charge.js';
import { add, type Terms } from './kinds.js';

/** What is known of a charge when a payment of it is classified. */
export interface KnownCharge {
  readonly state: PixChargeState;
  readonly terms: Terms;
  /** Whether another payment has paid it. */
  readonly isPaid?: boolean;
  /** Whether the bank's record was read after the payment, with these terms and this status. */
  readonly readAs?: string | undefined;
  /** Whether a revision is on its way, so that the terms may be others at the bank. */
  readonly isRevising?: boolean;
}

const ENDED: ReadonlySet<PixChargeState> = new Set(['expired', 'cancelled', 'refused']);

/**
 * Decides what a payment is. Returns `undefined` if the bank's record must be read first.
 */
export function classify(
  charge: KnownCharge,
  pix: Pick<Pix, 'valor' | 'componentesValor'>,
): PixPaymentMeaning | undefined {
  if (charge.isPaid) return 'duplicate';
  if (ENDED.has(charge.state)) return 'late';
  const { terms, readAs, isRevising = false } = charge;
  if (isRevising && readAs === undefined) return undefined;
  if (terms.isOpen || pix.valor === terms.total || explains(pix, terms)) return 'full';
  if (readAs === undefined) return undefined;
  // Only the bank knows fine, interest and deductions of the day; its record says that it is paid.
  if (terms.isByDay) return readAs === 'CONCLUIDA' ? 'full' : undefined;
  return 'other amount';
}

/** Whether the components of a payment add up to its amount, and begin with the charged one. */
function explains(
  { valor, componentesValor }: Parameters<typeof classify>[1],
  terms: Terms,
): boolean {
  const { original, saque, troco, juros, multa, abatimento, desconto } = componentesValor ?? {};
  if (!terms.isByDay || terms.total === undefined || !original) return false;
  const due = [original, saque, troco].map((part) => part?.valor ?? '0.00');
  const byDay = [juros, multa, abatimento, desconto].map((part) => part?.valor ?? '0.00');
  return add(due) === terms.total && add([...due, ...byDay], [1, 1, 1, 1, 1, -1, -1]) === valor;
}
