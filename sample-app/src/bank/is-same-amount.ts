import { formatValor, isPixErrorOfClass, parseValor } from 'nestjs-pix';

/**
 * Compares two amounts exactly, in cents. `37`, `37.0` and `37.00` are equal. Text that is not an amount equals nothing, so
 * that a payment with it is recorded for a person to check.
 */
export function isSameAmount(valor: string, other: string): boolean {
  const cents = toCents(valor);
  return cents !== undefined && cents === toCents(other);
}

/** Providers may omit the decimals, which `parseValor` requires and `formatValor` adds. */
function toCents(valor: string): bigint | undefined {
  try {
    return parseValor(formatValor(valor));
  } catch (error) {
    if (isPixErrorOfClass(error, 'ValidationError')) return undefined;
    throw error;
  }
}
