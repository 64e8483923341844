import { CertificateError } from '../../errors/index.js';

/** The problems of certificate material: the `errorCode` of a `CertificateError`. */
export type CertificateProblem =
  | 'PIX_CERTIFICATE_NOT_FOUND'
  | 'PIX_CERTIFICATE_UNREADABLE'
  | 'PIX_CERTIFICATE_EMPTY'
  | 'PIX_CERTIFICATE_INVALID'
  | 'PIX_CERTIFICATE_UNSUPPORTED'
  | 'PIX_CERTIFICATE_MISSING'
  | 'PIX_CERTIFICATE_KEY_MISSING'
  | 'PIX_CERTIFICATE_KEY_MISMATCH'
  | 'PIX_CERTIFICATE_PASSPHRASE_MISSING'
  | 'PIX_CERTIFICATE_PASSPHRASE_WRONG'
  | 'PIX_CERTIFICATE_EXPIRED'
  | 'PIX_CERTIFICATE_NOT_YET_VALID';

/** The source of certificate material. Messages contain it, and never the content. */
export interface Origin {
  /** The option that specified it: `certificate.cert`. */
  readonly option: string;
  /** Absolute path; absent if the content itself was given. */
  readonly file?: string;
}

export function certificateError(
  problem: CertificateProblem,
  { option, file }: Origin,
  message: string,
  cause?: unknown,
): CertificateError {
  const whose = file === undefined ? `The content of ${option}` : `${file} (${option})`;
  return new CertificateError(`${whose} ${message}`, {
    errorCode: problem,
    details: { option, ...(file !== undefined && { file }) },
    cause,
  });
}
