import { both, type Language, type Text } from '../language.js';
import type { Comparison, OrderStatus } from './compare.js';
import type { Period } from './period.js';

export type ReconcileReport = Comparison & { readonly period: Period };

const STATUSES: Readonly<Record<OrderStatus, Text>> = {
  paid: both('pago', 'paid'),
  received: both('recebido, valor não conferido', 'received, amount not compared'),
  unpaid: both('não pago', 'unpaid'),
  'wrong-amount': both('valor errado', 'wrong amount'),
  duplicate: both('pago mais de uma vez', 'duplicate'),
  refunded: both('devolvido', 'refunded'),
};

const WORDS = {
  period: both('Período', 'Period'),
  received: both('Recebido', 'Received'),
  refunded: both('Devolvido', 'Refunded'),
  expected: both('esperado', 'expected'),
  unknown: both('sem pedido', 'no order'),
} as const;

/** Renders one line for each order and each Pix without an order, and the sums. */
export function renderText(report: ReconcileReport, language: Language): string {
  const { period, orders, unknown, totals } = report;
  const word = (name: keyof typeof WORDS): string => WORDS[name][language];
  const width = Math.max(...Object.values(STATUSES).map((text) => text[language].length)) + 2;
  const rows = orders.map(({ txid, status, received, refunded, expected, endToEndIds }) => {
    const label = STATUSES[status][language].padEnd(width);
    const more = [
      ...(status === 'wrong-amount' ? [`${word('expected')} ${expected ?? ''}`] : []),
      ...(refunded === '0.00' ? [] : [`${word('refunded').toLowerCase()} ${refunded}`]),
      ...endToEndIds,
    ];
    return `${label}${txid}  ${received}  ${more.join(', ')}`.trimEnd();
  });
  const others = unknown.map(
    ({ endToEndId, txid, valor, horario }) =>
      `${word('unknown').padEnd(width)}${txid ?? '-'}  ${valor}  ${endToEndId}, ${horario}`,
  );
  return [
    ...rows,
    ...others,
    ...(rows.length + others.length > 0 ? [''] : []),
    `${word('period')}: ${period.inicio} – ${period.fim}`,
    `${word('received')}: ${totals.received} (${totals.count} Pix)`,
    `${word('refunded')}: ${totals.refunded}`,
    '',
  ].join('\n');
}

/** Renders the report for programs. */
export function renderJson(report: ReconcileReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
