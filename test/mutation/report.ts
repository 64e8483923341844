import type { Area } from './areas.js';
import type { Evaluation, Status } from './evaluator.js';

export interface AreaResult {
  area: Area;
  evaluations: Evaluation[];
  /** Number of mutants to evaluate. */
  chosen: number;
  /** Mutants of the area that were not evaluated: outside the sample, or after the time limit. */
  left: number;
  equivalent: number;
  /** Duration of the evaluation, in milliseconds. */
  evaluating: number;
}

/**
 * Highest probability of a false failure. Scores of samples vary: a sample fails an area only if an area at its threshold
 * would have such a sample less often than this.
 */
const SIGNIFICANCE = 0.001;

/** Returns the share of detected mutants in per cent, or `undefined` without mutants. */
function toScore(evaluations: readonly Evaluation[]): number | undefined {
  if (evaluations.length === 0) return undefined;
  return 100 * (1 - countUndetected(evaluations) / evaluations.length);
}

function countUndetected(evaluations: readonly Evaluation[]): number {
  return evaluations.filter(({ status }) => status !== 'killed' && status !== 'timeout').length;
}

/**
 * Returns the reasons for which the run fails. An area whose mutants were all evaluated fails below its threshold, a sample
 * if it is significantly below. All samples together are compared with the lowest threshold.
 */
export function findFailures(results: readonly AreaResult[]): string[] {
  const failures = results.flatMap(({ area: { name, threshold }, evaluations, chosen, left }) => {
    if (chosen > 0 && evaluations.length === 0)
      return [`${name}: none of the ${chosen} chosen mutants was evaluated`];
    const isBelow = left === 0 ? isScoreBelow : isSampleBelow;
    return isBelow(evaluations, threshold) ? [`${name} is below ${String(threshold)} %`] : [];
  });
  const samples = results.filter(({ left }) => left > 0);
  const all = samples.flatMap(({ evaluations }) => evaluations);
  const lowest = Math.min(...samples.map(({ area }) => area.threshold));
  if (samples.length > 1 && isSampleBelow(all, lowest))
    failures.push(`all areas together are below ${String(lowest)} %`);
  return failures;
}

/** Returns how many mutants were evaluated, the evaluation time and the total time. */
export function formatSummary(results: readonly AreaResult[], total: number): string {
  const sum = (pick: (result: AreaResult) => number) =>
    results.reduce((before, result) => before + pick(result), 0);
  const evaluated = sum(({ evaluations }) => evaluations.length);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
  const evaluating = seconds(sum(({ evaluating: ms }) => ms));
  return `${evaluated} of ${sum(({ chosen }) => chosen)} chosen mutants evaluated in ${evaluating}, ${seconds(total)} in all`;
}

function isScoreBelow(evaluations: readonly Evaluation[], threshold: number): boolean {
  const score = toScore(evaluations);
  return score !== undefined && score < threshold;
}

function isSampleBelow(evaluations: readonly Evaluation[], threshold: number): boolean {
  const undetected = countUndetected(evaluations);
  return findTail(undetected, evaluations.length, 1 - threshold / 100) < SIGNIFICANCE;
}

/** Returns the probability of at least `successes` in `trials`: the upper tail of the binomial distribution. */
function findTail(successes: number, trials: number, probability: number): number {
  let term = trials * Math.log1p(-probability);
  let below = 0;
  for (let count = 0; count < successes; count += 1) {
    below += Math.exp(term);
    term += Math.log(((trials - count) / (count + 1)) * (probability / (1 - probability)));
  }
  return 1 - below;
}

export function formatTable(results: readonly AreaResult[]): string {
  const head = ['area', 'mutants', 'killed', 'survived', 'timeout', 'no coverage', 'score', 'min'];
  const rows = results.map(({ area, evaluations, left, equivalent }) => {
    const count = (...statuses: Status[]) =>
      String(evaluations.filter(({ status }) => statuses.includes(status)).length);
    const score = toScore(evaluations);
    return [
      area.name,
      String(evaluations.length + left + equivalent),
      count('killed'),
      count('survived', 'unsound'),
      count('timeout'),
      count('no coverage'),
      score === undefined ? '-' : `${score.toFixed(1)} %`,
      `${String(area.threshold)} %`,
      note(left, equivalent),
    ];
  });
  return align([[...head, ''], ...rows]);
}

/** Lists the undetected mutants: position, original, replacement. */
export function formatSurvivors(results: readonly AreaResult[]): string {
  const lines = results.flatMap(({ evaluations }) =>
    evaluations
      .filter(({ status }) => status !== 'killed' && status !== 'timeout')
      .map(({ mutant, status, by }) => {
        const change = `${brief(mutant.original)}  →  ${brief(mutant.replacement) || '(removed)'}`;
        const cause = status === 'unsound' ? `\n    fails at random: ${by ?? ''}` : '';
        return `${mutant.file}:${mutant.line} [${status}, ${mutant.kind}] ${change}${cause}`;
      }),
  );
  return lines.join('\n');
}

function note(left: number, equivalent: number): string {
  const parts = [
    ...(left > 0 ? [`${left} not evaluated`] : []),
    ...(equivalent > 0 ? [`${equivalent} equivalent`] : []),
  ];
  return parts.join(', ');
}

function brief(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 90 ? `${flat.slice(0, 60)} … ${flat.slice(-25)}` : flat;
}

function align(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
