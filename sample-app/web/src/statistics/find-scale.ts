import { formatMoney } from '../text/money.js';
import type { Scale } from './bar-chart.js';

/** Returns a scale for amounts that ends at a round number: 1, 2 or 5 with zeros. The numbers are only for drawing. */
export function findScale(highest: number): Scale {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  const height = power * ([1, 2, 5].find((digit) => digit * power >= highest) ?? 10);
  return { height, top: formatRound(height), middle: formatRound(height / 2) };
}

function formatRound(amount: number): string {
  return formatMoney(amount.toFixed(2)).replace(/,00$/, '');
}
