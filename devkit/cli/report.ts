import { maskHeldSecrets, maskTaxIds } from 'nestjs-pix/internal';
import { escapeLine } from './terminal-text.js';

/**
 * The marks of findings. Of a check: `ok`, `warning`, `failed`, or `skipped` because an earlier problem or the absence
 * of a setting prevents it. Of a comparison with the specification: `conforms`, `deviates`, `note` if the specification
 * does not say, `unknown` if the responses do not show it or nothing was sent.
 */
const MARKS = {
  ok: '✓',
  warning: '!',
  failed: '✗',
  skipped: '-',
  conforms: '=',
  deviates: '!',
  note: '-',
  unknown: '?',
} as const;

type Status = keyof typeof MARKS;
export type CheckStatus = Extract<Status, 'ok' | 'warning' | 'failed' | 'skipped'>;
export type ProbeVerdict = Exclude<Status, CheckStatus>;

/** What a report states, in the language of the user. */
export interface Finding<S extends Status = Status> {
  readonly status: S;
  readonly text: string;
  /** How to fix a problem: a sentence, and commands or variables on lines of their own. */
  readonly fix?: string;
}

/** The text of a problem and its solution, which the catalogues build from what was found. */
export type Advice = Required<Pick<Finding, 'text' | 'fix'>>;

/**
 * Renders a finding for a terminal: one line, with the solution below.
 *
 * @param columns sentences are wrapped at words; commands stay one line, so that they can be copied
 */
export function renderFinding(
  { status, text, fix }: Finding,
  title = '',
  columns = Infinity,
): string[] {
  const solution = fix?.split('\n').flatMap((line) => {
    return /[.:]$/.test(line) ? wrap(`    ${line}`, columns, 4) : [`    ${line}`];
  });
  return [
    ...wrap(`${MARKS[status]} ${title}${escapeLine(text)}`, columns, title.length + 2),
    ...(solution ?? []),
  ];
}

/** Breaks a line at spaces. @param indent spaces before the further lines */
function wrap(line: string, columns: number, indent: number): string[] {
  if (line.length <= columns) return [line];
  const end = line.lastIndexOf(' ', columns);
  // A word that fits no line.
  if (end <= indent) return [line];
  const rest = ' '.repeat(indent) + line.slice(end + 1);
  return [line.slice(0, end), ...wrap(rest, columns, indent)];
}

/** Explains the marks: `✓ ok`. */
export function renderLegend(meanings: Readonly<Partial<Record<Status, string>>>): string {
  const entries = Object.entries(meanings) as [Status, string][];
  return entries.map(([status, meaning]) => `${MARKS[status]} ${meaning}`).join('   ');
}

/** Renders a report for programs. */
export function renderJson(report: object): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/**
 * Masks the secrets of the account and tax ids in every text of a value, as the last safeguard. Names of fields such as
 * `appKeyQuery` do not mask their values, because a report consists of names.
 */
export function redactReport<T>(value: T): T {
  return redactTexts(value) as T;
}

function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return maskTaxIds(maskHeldSecrets(value));
  if (Array.isArray(value)) return value.map(redactTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, redactTexts(field)]),
  );
}
