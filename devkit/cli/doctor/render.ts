import { VERSION } from 'nestjs-pix/internal';
import { both, type Language } from '../language.js';
import { checks, type Finding, type FindingStatus } from './finding.js';

const MARKS: Readonly<Record<FindingStatus, string>> = {
  ok: '✓',
  warning: '!',
  failed: '✗',
  skipped: '-',
};

const HEALTHY = both('Nenhum problema.', 'No problem.');

/** Renders the findings for a terminal: one line each, with the solution below. */
export function renderText(findings: readonly Finding[], language: Language): string {
  const titles = Object.values(checks).map((title) => title[language].length);
  const width = Math.max(...titles) + 2;
  const lines = findings.flatMap(({ check, status, text, fix }) => [
    `${MARKS[status]} ${checks[check][language].padEnd(width)}${text[language]}`,
    ...(fix?.[language].split('\n').map((line) => `${' '.repeat(4)}${line}`) ?? []),
  ]);
  return [`nestjs-pix doctor ${VERSION}`, '', ...lines, '', summarize(findings, language), ''].join(
    '\n',
  );
}

function summarize(findings: readonly Finding[], language: Language): string {
  const count = (status: FindingStatus): number =>
    findings.filter((finding) => finding.status === status).length;
  const [problems, warnings] = [count('failed'), count('warning')];
  if (problems + warnings === 0) return HEALTHY[language];
  return language === 'pt'
    ? `Problemas: ${problems}. Avisos: ${warnings}.`
    : `Problems: ${problems}. Warnings: ${warnings}.`;
}

/** Renders the findings for programs. `ok` is false if a check failed. */
export function renderJson(findings: readonly Finding[], language: Language): string {
  const rows = findings.map(({ check, status, text, fix }) => ({
    check,
    status,
    message: text[language],
    ...(fix && { fix: fix[language] }),
  }));
  const ok = findings.every(({ status }) => status !== 'failed');
  return `${JSON.stringify({ version: VERSION, ok, checks: rows }, null, 2)}\n`;
}
