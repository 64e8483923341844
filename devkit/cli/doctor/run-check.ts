import { redact, toErrorText } from 'nestjs-pix/internal';
import { both } from '../language.js';
import { failed, type CheckId, type Finding } from './finding.js';

/** Runs a check. An unexpected error becomes its problem, so that the other findings are not lost. */
export async function runCheck(
  check: CheckId,
  work: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [describeUnexpected(check, error)];
  }
}

/** Describes an error that the check does not know. */
export function describeUnexpected(check: CheckId, error: unknown): Finding {
  const message = redact(toErrorText(error));
  return failed(
    check,
    both(`a verificação não terminou: ${message}`, `the check did not finish: ${message}`),
    both(
      'Se a mensagem não mostra a causa, relate o problema com esta saída:\nhttps://github.com/nestjs-pix/nestjs-pix/issues',
      'If the message does not show the cause, report the problem with this output:\nhttps://github.com/nestjs-pix/nestjs-pix/issues',
    ),
  );
}
