import type { Outcome } from './checks/check.js';
import type { Met, Report } from './report.js';

/** Formats a report: the table, the unexplained deviations and the deliberate ones. */
export function renderReport(report: Report, checks: readonly string[], path: string): string {
  const { specified, conforming, unexplained, deliberate, stale } = report;
  const explained = deliberate.flatMap(({ met }) => met);
  const bad = new Set(unexplained.map(({ key }) => key));
  return [
    `Conformance with ${path}`,
    '',
    ...renderTable(report, checks, bad),
    '',
    'Number of cases; ~ some deviate deliberately; ! some deviate without a reason; - the check does not apply.',
    '',
    ...renderList('Unexplained deviations', unexplained.map(renderLine)),
    ...renderList('Listed deviations that no longer occur', stale.map(renderLine)),
    ...renderList(
      'Deliberate deviations',
      deliberate.flatMap(({ reason, met }) => [
        `${reason}:`,
        ...met.map((each) => `  ${renderLine(each)}`),
      ]),
    ),
    `${conforming} of ${specified} operations, ${unexplained.length} unexplained deviations ` +
      `(${explained.length} deliberate, for ${deliberate.length} reasons; ${stale.length} stale)`,
  ].join('\n');
}

function renderTable(
  { rows }: Report,
  checks: readonly string[],
  bad: ReadonlySet<string>,
): string[] {
  const lines = [
    ['operation', ...checks],
    ...rows.map(({ name, outcomes }) => [
      name,
      ...checks.map((check) => renderCell(check, outcomes[check], bad)),
    ]),
  ];
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  '),
  );
}

function renderCell(check: string, outcome: Outcome | undefined, bad: ReadonlySet<string>): string {
  if (!outcome) return '-';
  const { cases, findings } = outcome;
  if (findings.some(({ at, what }) => bad.has(`${check} ${at}: ${what}`))) return `! ${cases}`;
  return findings.length > 0 ? `~ ${cases}` : String(cases);
}

function renderLine({ key, rows }: Met): string {
  return rows.length === 1 ? `${key} [${rows.join()}]` : `${key} [${rows.length} operations]`;
}

function renderList(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`), ''];
}
