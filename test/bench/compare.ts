import { median, quantile } from './median.js';
import type { Row } from './results.js';

/** One way to do the work that is compared. */
export interface Variant {
  readonly name: string;
  /** Does the work once and returns its costs; the first one is compared, `undefined` is not known. */
  measure(): Promise<readonly (number | undefined)[]>;
}

/** Returns the median of each column; `undefined` for a column that a round does not know. */
function columnMedians(rounds: readonly (readonly (number | undefined)[])[]): (number | null)[] {
  const [first = []] = rounds;
  return first.map((_, column) => {
    const known = rounds.flatMap((values) => values[column] ?? []);
    return known.length === 0 ? null : median(known);
  });
}

/**
 * Measures the variants in turn, many times, and relates each to the first one of the same round: other load on the
 * machine affects both sides of a ratio alike. The order of the variants moves on by one each round, so that none is
 * always measured after the same other one.
 *
 * @param warmUps rounds before, which are not counted
 */
export async function compare(
  variants: readonly Variant[],
  rounds: number,
  warmUps: number,
): Promise<Row[]> {
  const measured = variants.map((): (readonly (number | undefined)[])[] => []);
  for (let round = -warmUps; round < rounds; round += 1) {
    for (let step = 0; step < variants.length; step += 1) {
      const index = (warmUps + round + step) % variants.length;
      const costs = (await variants[index]?.measure()) ?? [];
      if (round >= 0) measured[index]?.push(costs);
    }
  }
  const costs = measured.map((values) => values.map(([cost = NaN]) => cost));
  return variants.map(({ name }, index) => {
    const ratios = (costs[index] ?? []).map((cost, round) => cost / (costs[0]?.[round] ?? NaN));
    return {
      name,
      ratio: median(ratios),
      low: quantile(ratios, 0.25),
      high: quantile(ratios, 0.75),
      values: columnMedians(measured[index] ?? []),
    };
  });
}
