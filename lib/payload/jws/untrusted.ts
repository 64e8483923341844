import { PixRespostaInvalidaError } from '../../errors/index.js';

/** The response that contained a JWS; empty if there was none. */
export interface JwsSource {
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly contentType?: string | undefined;
}

/** Builds the error of a response that cannot be trusted. */
export function untrusted(
  detail: string,
  source: JwsSource,
  cause?: unknown,
): PixRespostaInvalidaError {
  const { operation, status, contentType } = source;
  return new PixRespostaInvalidaError(
    { title: 'Untrusted payload signature', detail, status, contentType },
    { operation, cause },
  );
}
