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
 * Lowest accepted share of detected mutants of all areas together, in per cent. It applies to runs with few mutants per
 * area, whose scores vary; therefore it is lower than the threshold of any area.
 */
const TOTAL_THRESHOLD = 70;

/** Returns the share of detected mutants in per cent, or `undefined` without mutants. */
function toScore(evaluations: readonly Evaluation[]): number | undefined {
  if (evaluations.length === 0) return undefined;
  const detected = evaluations.filter(({ status }) => status === 'killed' || status === 'timeout');
  return (100 * detected.length) / evaluations.length;
}

/** Returns the reasons for which the run fails. Fewer than `atLeast` evaluated mutants cannot fail an area. */
export function findFailures(results: readonly AreaResult[], atLeast: number): string[] {
  const failures = results.flatMap(({ area, evaluations, chosen }) => {
    if (chosen > 0 && evaluations.length === 0)
      return [`${area.name}: none of the ${chosen} chosen mutants was evaluated`];
    return isBelow(evaluations, area.threshold, atLeast)
      ? [`${area.name} is below ${String(area.threshold)} %`]
      : [];
  });
  const all = results.flatMap(({ evaluations }) => evaluations);
  if (isBelow(all, TOTAL_THRESHOLD, atLeast))
    failures.push(`all areas together are below ${String(TOTAL_THRESHOLD)} %`);
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

function isBelow(evaluations: readonly Evaluation[], threshold: number, atLeast: number): boolean {
  const score = toScore(evaluations);
  return score !== undefined && evaluations.length >= atLeast && score < threshold;
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
