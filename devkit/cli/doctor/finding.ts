import { redact, toErrorText } from 'nestjs-pix/internal';
import type { Advice, CheckStatus, Finding } from '../report.js';
import type { DoctorTexts } from '../texts/doctor.en.js';

/** A check; the catalogue has them in the order of the report. */
export type CheckId = keyof DoctorTexts['checks'];

/** The result of a check. */
export interface CheckFinding extends Finding<CheckStatus> {
  readonly check: CheckId;
  /** The server that the finding is about. */
  readonly server?: string;
}

export function passed(check: CheckId, text: string): CheckFinding {
  return { check, status: 'ok', text };
}

export function skipped(check: CheckId, text: string): CheckFinding {
  return { check, status: 'skipped', text };
}

export function failed(check: CheckId, advice: Advice): CheckFinding {
  return { check, status: 'failed', ...advice };
}

export function warned(check: CheckId, advice: Advice): CheckFinding {
  return { check, status: 'warning', ...advice };
}

/** Whether a finding prevents the checks that depend on it. */
export function hasFailed(findings: readonly CheckFinding[]): boolean {
  return findings.some(({ status }) => status === 'failed');
}

/** Runs a check. An unexpected error becomes its problem, so that the other findings are not lost. */
export async function runCheck(
  check: CheckId,
  texts: DoctorTexts,
  work: () => Promise<readonly CheckFinding[]>,
): Promise<readonly CheckFinding[]> {
  try {
    return await work();
  } catch (error) {
    return [describeUnexpected(check, error, texts)];
  }
}

/** Describes an error that the check does not know. */
export function describeUnexpected(
  check: CheckId,
  error: unknown,
  texts: DoctorTexts,
): CheckFinding {
  return failed(check, texts.unfinished(redact(toErrorText(error))));
}
