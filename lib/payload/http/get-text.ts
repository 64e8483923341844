import { addCallerFrames } from '../../errors/index.js';
import type { PixRequest, PixHttp, PixTimeout } from '../../transport/index.js';

export interface TextRequest {
  readonly address: URL;
  readonly accept: string;
  /** For errors. */
  readonly operation: string;
  /** Default: that of the service. */
  readonly timeout: PixTimeout | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A response with any status. */
export interface TextResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfterHeader: string | undefined;
  readonly body: string;
}

/**
 * Sends one GET. Errors contain the host only, because a location's path gives access to the
 * payload.
 *
 * @throws ValidationError if the host is not on a public network
 * @throws PixErroTransporteException if no complete response arrives
 */
export async function getText(http: PixHttp, request: TextRequest): Promise<TextResponse> {
  const { address, accept, operation, timeout, signal } = request;
  const { status, headers, body } = await send(http, {
    url: address.href,
    headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'nestjs-pix' },
    operation,
    safe: true,
    ...(timeout !== undefined && { timeout }),
    ...(signal && { signal }),
  });
  // The transport returns the headers of node:http, of which these two are single texts.
  const { 'content-type': contentType, 'retry-after': retryAfterHeader } =
    headers as NodeJS.Dict<string>;
  return { status, contentType, retryAfterHeader, body };
}

async function send(http: PixHttp, config: PixRequest): ReturnType<PixHttp> {
  try {
    return await http(config);
  } catch (error) {
    throw addCallerFrames(error);
  }
}
