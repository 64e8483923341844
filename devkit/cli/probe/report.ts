import type { PixEnvironment } from 'nestjs-pix';
import {
  renderFinding,
  renderJson,
  renderLegend,
  type Finding,
  type ProbeVerdict,
} from '../report.js';
import type { ProbeTexts } from '../texts/probe.en.js';

/** A value of a provider profile. */
export type FactValue =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string | readonly string[]>>;

/** A difference from the specification, as a field of a provider profile. */
export interface Fact {
  /** Names of the field and of those it is in: `['server', 'statuses', '201']`. */
  readonly path: readonly string[];
  readonly value: FactValue;
}

export interface ProbeFinding extends Finding<ProbeVerdict> {
  readonly facts?: readonly Fact[];
}

export function conforms(text: string, ...facts: readonly Fact[]): ProbeFinding {
  return { status: 'conforms', text, facts };
}

export function deviates(text: string, ...facts: readonly Fact[]): ProbeFinding {
  return { status: 'deviates', text, facts };
}

export function note(text: string, ...facts: readonly Fact[]): ProbeFinding {
  return { status: 'note', text, facts };
}

export function unknown(text: string): ProbeFinding {
  return { status: 'unknown', text };
}

/** @param path names of the field and of those it is in, outermost first */
export function fact(value: FactValue, ...path: readonly string[]): Fact {
  return { path, value };
}

/** The findings of one probe. */
export interface ProbeSection {
  /** Id of the probe: `token`. */
  readonly id: string;
  readonly title: string;
  readonly findings: readonly ProbeFinding[];
}

/** Observations that are not a field of a profile. */
export interface Observations {
  /** Families of the specification of which no operation was found below the base address. */
  absentFamilies: readonly string[];
  /** Operations that only some providers offer: `POST /cob/pagar/{txid}`. */
  ownOperations: readonly string[];
  /** Whether the token endpoint accepts `grant_type` in the query. */
  grantTypeInQuery?: boolean;
  /** Whether a small charge was paid without a payer. */
  paysAutomatically?: boolean;
}

/** How far the tour came. */
export type ProbeOutcome = 'complete' | 'no-token' | 'no-connection';

export interface ProbeReport {
  /** Version of nestjs-pix. */
  readonly version: string;
  /** Day of the run: `2026-11-22`. */
  readonly day: string;
  readonly environment: PixEnvironment;
  readonly readOnly: boolean;
  readonly outcome: ProbeOutcome;
  readonly baseUrl: string;
  readonly tokenUrl?: string;
  /** Number of requests that were sent. */
  readonly requests: number;
  readonly sections: readonly ProbeSection[];
  readonly facts: readonly Fact[];
  readonly observations: Observations;
  /** TypeScript source of a profile. */
  readonly draft: string;
}

/** Renders a report for programs. */
export function toJson(report: ProbeReport, { unseen }: ProbeTexts): string {
  const sections = report.sections.map(({ findings, ...section }) => ({
    ...section,
    findings: findings.map(({ status: verdict, text, facts = [] }) => ({ verdict, text, facts })),
  }));
  return renderJson({ ...report, sections, unseen: Object.keys(unseen) });
}

/** Renders a report for a terminal. */
export function toText(report: ProbeReport, texts: ProbeTexts): string {
  const { sections, baseUrl, tokenUrl, day, version, draft } = report;
  const parts = sections
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ title, findings }) => [
      title,
      ...indent(findings.flatMap((row) => renderFinding(row))),
      '',
    ]);
  return [
    `${texts.title} (nestjs-pix ${version}, ${day})`,
    ...indent([
      `${texts.base}: ${baseUrl}`,
      ...(tokenUrl === undefined ? [] : [`${texts.tokens}: ${tokenUrl}`]),
      summarize(report, texts),
      renderLegend(texts.verdicts),
    ]),
    '',
    ...parts,
    texts.unseenTitle,
    ...indent(Object.entries(texts.unseen).map(([field, reason]) => `${field}: ${reason}`)),
    '',
    texts.draft,
    '',
    draft,
    texts.share,
    '',
  ].join('\n');
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** `sandbox, read-only, 120 requests, complete`. */
function summarize(report: ProbeReport, texts: ProbeTexts): string {
  const { environment, readOnly, requests, outcome } = report;
  const mode = readOnly ? `, ${texts.readOnly}` : '';
  return `${environment}${mode}, ${requests} ${texts.requests}, ${texts.outcomes[outcome]}`;
}

/** Renders a report for an issue. */
export function toMarkdown(report: ProbeReport, texts: ProbeTexts): string {
  const { baseUrl, tokenUrl, day, version } = report;
  const rows = report.sections.flatMap(({ title, findings }) =>
    findings.map(({ status, text }) => [title, texts.verdicts[status], escape(text)]),
  );
  return [
    `## ${texts.title}`,
    '',
    `nestjs-pix ${version}, ${day}, ${summarize(report, texts)}`,
    '',
    `- ${texts.base}: \`${baseUrl}\``,
    ...(tokenUrl === undefined ? [] : [`- ${texts.tokens}: \`${tokenUrl}\``]),
    '',
    '| | | |',
    '| --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `### ${texts.unseenTitle}`,
    '',
    ...Object.entries(texts.unseen).map(([field, reason]) => `- \`${field}\`: ${reason}`),
    '',
    `### ${texts.draft}`,
    '',
    '```ts',
    report.draft.trimEnd(),
    '```',
    '',
  ].join('\n');
}

/** Texts of a provider never reach a cell, but names of operations have braces and bars have a meaning. */
function escape(text: string): string {
  return text.replace(/[|<>*_`[\]]/g, (character) => `\\${character}`);
}
