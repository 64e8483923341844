import type { Language } from '../../language.js';
import type { Finding, ProbeReport } from '../model/report.js';
import { unseen } from '../unseen.js';
import { marks, outcomes, words } from './words.js';

/** Renders a report for a terminal. */
export function renderText(report: ProbeReport, language: Language): string {
  const { sections, draft } = report;
  const parts = sections
    .filter(({ findings }) => findings.length > 0)
    .map(({ title, findings }) => [title[language], ...findings.map((row) => line(row, language))]);
  return [
    ...header(report, language),
    '',
    ...parts.flatMap((lines) => [...lines, '']),
    words.unseen[language],
    ...unseen.map(({ field, reason }) => `  ${field}: ${reason[language]}`),
    '',
    words.draft[language],
    '',
    draft,
    words.share[language],
    '',
  ].join('\n');
}

function header(report: ProbeReport, language: Language): string[] {
  const { baseUrl, tokenUrl, environment, readOnly, requests, outcome, day, version } = report;
  const mode = readOnly ? `, ${words.readOnly[language]}` : '';
  const legend = Object.values(marks).map(({ mark, meaning }) => `${mark} ${meaning[language]}`);
  return [
    `${words.title[language]} (nestjs-pix ${version}, ${day})`,
    `  ${words.base[language]}: ${baseUrl}`,
    ...(tokenUrl === undefined ? [] : [`  ${words.token[language]}: ${tokenUrl}`]),
    `  ${environment}${mode}, ${requests} ${words.requests[language]}, ${outcomes[outcome][language]}`,
    `  ${legend.join('   ')}`,
  ];
}

function line({ verdict, text }: Finding, language: Language): string {
  return `  ${marks[verdict].mark} ${text[language]}`;
}
