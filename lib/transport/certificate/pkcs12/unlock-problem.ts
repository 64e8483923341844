import { certificateError, type Origin } from '../certificate-problem.js';
import { UnknownAlgorithmError } from './decrypt.js';
import { MAX_ITERATIONS, WorkLimitError } from './key-derivation.js';

/**
 * Builds the error of a file that cannot be decrypted with any passphrase; `undefined` for any
 * other cause.
 *
 * @param command the openssl command that converts such a file
 */
export function unlockProblem(error: unknown, origin: Origin, command: string): Error | undefined {
  if (error instanceof UnknownAlgorithmError) {
    return certificateError(
      'PIX_CERTIFICATE_UNSUPPORTED',
      origin,
      `uses an unsupported algorithm (${error.message}): export it again, or convert it with "${command}".`,
    );
  }
  if (error instanceof WorkLimitError) {
    return certificateError(
      'PIX_CERTIFICATE_UNSUPPORTED',
      origin,
      `requires more than ${MAX_ITERATIONS.toLocaleString('en')} iterations of key derivation, or has too many encrypted parts: export it again with fewer.`,
    );
  }
  return undefined;
}
