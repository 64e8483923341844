import { parseValor } from 'nestjs-pix';

/** An amount in cents. Integers, because binary fractions are not exact. */
export type Centavos = bigint;

/** 100 % in the unit of `valorPerc` without its decimal point: hundredths of a percent. */
const WHOLE = 100_00n;

/**
 * Calculates a percentage of an amount, multiplied by `times / parts`: for a monthly rate, `times`
 * is the number of days and `parts` is 30. The result is rounded once, at the end, to the nearest
 * cent; half a cent is rounded up.
 */
export function calculatePercentage(
  amount: Centavos,
  valorPerc: string,
  { times = 1, parts = 1 }: { times?: number; parts?: number } = {},
): Centavos {
  const numerator = amount * parseValor(valorPerc) * BigInt(times);
  const denominator = WHOLE * BigInt(parts);
  return (2n * numerator + denominator) / (2n * denominator);
}
