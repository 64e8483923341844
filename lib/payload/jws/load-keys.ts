import { errorFromResponse, isObject, parseObject } from '../../errors/index.js';
import type { PixHttp } from '../../transport/index.js';
import { getText, type TextRequest } from '../http/get-text.js';
import type { PixJwk } from '../payload.types.js';
import { untrusted } from './untrusted.js';

const OPERATION = 'GET {jku}';

/** Reads a key set with the same limits as payloads. */
export async function loadKeys(
  http: PixHttp,
  request: Pick<TextRequest, 'address' | 'timeout' | 'signal'>,
): Promise<readonly PixJwk[]> {
  const response = await getText(http, {
    ...request,
    accept: 'application/jwk-set+json, application/json;q=0.9',
    operation: OPERATION,
  });
  // A failing host may recover. Other errors concern the key set, so they must not look like the
  // charge's 404.
  if (response.status >= 500) throw errorFromResponse(response, { operation: OPERATION });
  const keys = response.status === 200 ? parseObject(response.body)?.keys : undefined;
  if (!Array.isArray(keys)) {
    const { status, contentType } = response;
    throw untrusted(`Its jku returned ${status} without a key set.`, {
      operation: OPERATION,
      status,
      contentType,
    });
  }
  return keys.filter(isObject);
}
