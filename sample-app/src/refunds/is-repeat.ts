import { isSameAmount } from '../bank/is-same-amount.js';
import type { Refund } from '../database/schema.js';

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
