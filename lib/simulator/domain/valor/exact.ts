import { parseValor } from '../../../values/index.js';

/** An amount in cents: money is whole numbers here, never binary fractions. */
export type Centavos = bigint;

/** `valorPerc` is in hundredths of a percent once its point is taken out. */
const WHOLE = 100_00n;

/**
 * A percentage of an amount, so many times over, of which `parts` make the whole rate (30 for a monthly rate counted in
 * days). Rounded once, at the end, to the nearest cent, half a cent upwards.
 */
export function percentage(
  amount: Centavos,
  valorPerc: string,
  { times = 1, parts = 1 }: { times?: number; parts?: number } = {},
): Centavos {
  const numerator = amount * parseValor(valorPerc) * BigInt(times);
  const denominator = WHOLE * BigInt(parts);
  return (2n * numerator + denominator) / (2n * denominator);
}
