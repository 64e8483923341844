import type { Refund } from '../database/schema.js';
import { isSameAmount } from '../orders/is-same-amount.js';

/** Whether a request asks for a refund again, instead of using its idempotency key for another one. */
export function isRepeat(
  first: Refund,
  endToEndId: string,
  { valor }: { readonly valor?: string | undefined },
): boolean {
  return (
    first.endToEndId === endToEndId && (valor === undefined || isSameAmount(first.valor, valor))
  );
}
