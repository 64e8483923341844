import { certificateError, type Origin } from '../certificate-problem.js';
import { UnknownAlgorithmError } from './decrypt.js';
import { MAX_ITERATIONS, WorkLimitError } from './key-derivation.js';

/**
 * The error of a file that cannot be unlocked whatever its passphrase is; `undefined` for any other reason.
 *
 * @param command the openssl command that converts such a file
 */
export function unlockProblem(error: unknown, origin: Origin, command: string): Error | undefined {
  if (error instanceof UnknownAlgorithmError) {
    return certificateError(
      'PIX_CERTIFICATE_UNSUPPORTED',
      origin,
      `uses an algorithm that can't be opened (${error.message}): export it again, or convert it with "${command}".`,
    );
  }
  if (error instanceof WorkLimitError) {
    return certificateError(
      'PIX_CERTIFICATE_UNSUPPORTED',
      origin,
      `asks for more than ${MAX_ITERATIONS.toLocaleString('en')} iterations of key derivation, or has too many locked parts: export it again with fewer.`,
    );
  }
  return undefined;
}
