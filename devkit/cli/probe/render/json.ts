import type { Language } from '../../language.js';
import type { ProbeReport } from '../model/report.js';
import { unseen } from '../unseen.js';

/** Renders a report as JSON, with the texts of one language. */
export function renderJson(report: ProbeReport, language: Language): string {
  const sections = report.sections.map(({ id, title, findings }) => ({
    id,
    title: title[language],
    findings: findings.map(({ verdict, text, facts = [] }) => ({
      verdict,
      text: text[language],
      facts,
    })),
  }));
  const fields = unseen.map(({ field }) => field);
  return `${JSON.stringify({ ...report, sections, unseen: fields }, null, 2)}\n`;
}
