import type { Language } from '../../language.js';
import type { ProbeReport } from '../model/report.js';
import { unseen } from '../unseen.js';
import { marks, outcomes, words } from './words.js';

/** Renders a report for an issue. */
export function renderMarkdown(report: ProbeReport, language: Language): string {
  const { baseUrl, tokenUrl, environment, readOnly, requests, outcome, day, version } = report;
  const mode = readOnly ? `, ${words.readOnly[language]}` : '';
  const sections = report.sections.filter(({ findings }) => findings.length > 0);
  const rows = sections.flatMap(({ title, findings }) =>
    findings.map(({ verdict, text }) => [
      title[language],
      marks[verdict].meaning[language],
      escape(text[language]),
    ]),
  );
  return [
    `## ${words.title[language]}`,
    '',
    `nestjs-pix ${version}, ${day}, ${environment}${mode}, ${requests} ${words.requests[language]}, ${outcomes[outcome][language]}`,
    '',
    `- ${words.base[language]}: \`${baseUrl}\``,
    ...(tokenUrl === undefined ? [] : [`- ${words.token[language]}: \`${tokenUrl}\``]),
    '',
    '| | | |',
    '| --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `### ${words.unseen[language]}`,
    '',
    ...unseen.map(({ field, reason }) => `- \`${field}\`: ${reason[language]}`),
    '',
    `### ${words.draft[language]}`,
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
