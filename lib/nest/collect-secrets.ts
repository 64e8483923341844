import { findSecretHeaders } from '../client/index.js';
import { isObject } from '../errors/json-object.js';
import type { PixModuleOptions } from './pix.options.js';

/**
 * Every secret text in the options of an account, as it may be repeated by a provider. The options may still be wrong: a
 * value of another type is left out.
 *
 * @internal
 */
export function collectSecrets(options: PixModuleOptions): string[] {
  if (!isObject(options)) return [];
  const { clientId = '', clientSecret, appKey, sandboxToken, certificate, headers } = options;
  return [
    clientSecret,
    clientSecret && Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
    appKey,
    sandboxToken,
    isObject(certificate) ? certificate.passphrase : undefined,
    ...(isObject(headers) ? findSecretHeaders(headers) : []),
  ].filter((text): text is string => typeof text === 'string');
}
