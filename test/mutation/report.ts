import type { Area } from './areas.js';
import type { Judgement, Status } from './judge.js';

export interface AreaResult {
  area: Area;
  judgements: Judgement[];
  /** Mutants of the area that were not judged: outside the sample, or no time was left. */
  left: number;
  equivalent: number;
}

/** Share of detected mutants in per cent, undefined without any. */
export function toScore(judgements: readonly Judgement[]): number | undefined {
  if (judgements.length === 0) return undefined;
  const detected = judgements.filter(({ status }) => status === 'killed' || status === 'timeout');
  return (100 * detected.length) / judgements.length;
}

export function isBelow({ area, judgements }: AreaResult, atLeast: number): boolean {
  const score = toScore(judgements);
  return score !== undefined && judgements.length >= atLeast && score < area.threshold;
}

export function formatTable(results: readonly AreaResult[]): string {
  const head = ['area', 'mutants', 'killed', 'survived', 'timeout', 'no coverage', 'score', 'min'];
  const rows = results.map(({ area, judgements, left, equivalent }) => {
    const count = (...statuses: Status[]) =>
      String(judgements.filter(({ status }) => statuses.includes(status)).length);
    const score = toScore(judgements);
    return [
      area.name,
      String(judgements.length + left + equivalent),
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

/** The mutants that no test notices: place, original, replacement. */
export function formatSurvivors(results: readonly AreaResult[]): string {
  const lines = results.flatMap(({ judgements }) =>
    judgements
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
    ...(left > 0 ? [`${left} not judged`] : []),
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
