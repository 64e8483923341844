import { operationName, type PixOperation } from 'nestjs-pix/spec';
import { conforms, deviates, fact } from '../model/findings.js';
import type { Finding } from '../model/report.js';
import { isSuccess, type Answer } from '../wire/answer.js';

/** Compares the status of a successful response with the specification. Other responses give no finding. */
export function checkStatus(operation: PixOperation, answer: Answer): Finding[] {
  if (!isSuccess(answer)) return [];
  const name = operationName(operation);
  const text = [`${name}: ${answer.status}`, `${name}: ${answer.status}`] as const;
  if (operation.success.includes(answer.status)) return [conforms(...text)];
  return [deviates(...text, fact(answer.status, 'server', 'statuses', name))];
}
