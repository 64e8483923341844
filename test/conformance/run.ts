import { allOperations, operationName } from '../../lib/contract/index.js';
import type { Check, Context, Finding, Outcome, Subject } from './checks/check.js';
import { checkConstraints } from './checks/constraints.check.js';
import { checkErrors } from './checks/errors.check.js';
import { checkFields } from './checks/fields.check.js';
import { checkNotifications } from './checks/notifications.js';
import { checkPages } from './checks/pages.check.js';
import { checkProseRules } from './checks/prose-rules.check.js';
import { checkQuery } from './checks/query.check.js';
import { checkRecovery } from './checks/recovery.check.js';
import { checkRequests } from './checks/requests.check.js';
import { checkResponses } from './checks/responses.check.js';
import { checkRoute } from './checks/route.check.js';
import { checkScope } from './checks/scope.check.js';
import { checkSent } from './checks/sent.check.js';
import { checkStatus } from './checks/status.check.js';
import { checkTypes } from './checks/types.check.js';
import type { Deviation } from './deviations/index.js';
import { buildReport, type Report, type Row } from './report.js';

/** The columns of the table. */
const checks = {
  route: checkRoute,
  query: checkQuery,
  scope: checkScope,
  status: checkStatus,
  requests: checkRequests,
  constraints: checkConstraints,
  fields: checkFields,
  prose: checkProseRules,
  sent: checkSent,
  pages: checkPages,
  recovery: checkRecovery,
  responses: checkResponses,
  errors: checkErrors,
  types: checkTypes,
} satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;

export const checkNames = Object.keys(checks) as readonly CheckName[];

/** Compares the contract and the client with a file. */
export async function runConformance(
  context: Context,
  deviations: readonly Deviation[],
  only: readonly CheckName[] = checkNames,
): Promise<Report> {
  const specified = context.document.operations();
  const rows: Row[] = [];
  for (const file of specified) {
    const row = allOperations.find((operation) => operationName(operation) === file.name);
    const outcomes = row
      ? await runChecks({ file, row }, context, only)
      : { route: oneFinding({ at: file.name, what: 'is not in the contract' }) };
    rows.push({ name: file.name, outcomes });
  }
  const names = new Set(specified.map(({ name }) => name));
  for (const name of allOperations.map(operationName).filter((each) => !names.has(each))) {
    rows.push({ name, outcomes: { route: oneFinding({ at: name, what: 'is not in the file' }) } });
  }
  for (const { name, ...outcomes } of checkNotifications(context)) rows.push({ name, outcomes });
  return buildReport(rows, deviations, specified.length);
}

async function runChecks(
  subject: Subject,
  context: Context,
  only: readonly CheckName[],
): Promise<Row['outcomes']> {
  const outcomes: Partial<Record<CheckName, Outcome>> = {};
  for (const name of only) {
    try {
      const outcome = await checks[name](subject, context);
      if (outcome) outcomes[name] = outcome;
    } catch (error) {
      const what = `can't be checked: ${error instanceof Error ? error.message : String(error)}`;
      outcomes[name] = oneFinding({ at: subject.file.name, what });
    }
  }
  return outcomes;
}

function oneFinding(finding: Finding): Outcome {
  return { cases: 1, findings: [finding] };
}
