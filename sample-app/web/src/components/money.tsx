import { formatMoney } from '../text/money.js';

/** An amount in reais from decimal text: "37.00". */
export function Money({ value }: { readonly value: string }) {
  return (
    <data class="money" value={value}>
      {formatMoney(value)}
    </data>
  );
}
