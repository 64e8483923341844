import { PixRespostaInvalidaError } from '../../errors/index.js';

/** The answer that a JWS came in; empty when it came in none. @internal */
export interface Source {
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly contentType?: string | undefined;
}

/** The answer arrived, and nothing in it can be believed. @internal */
export function untrusted(
  detail: string,
  source: Source,
  cause?: unknown,
): PixRespostaInvalidaError {
  const { operation, status, contentType } = source;
  return new PixRespostaInvalidaError(
    { title: 'Untrusted payload signature', detail, status, contentType },
    { operation, cause },
  );
}
