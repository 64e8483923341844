import { findSecretHeaders } from '../client/index.js';
import { isObject } from '../errors/index.js';
import { findProxySecrets } from '../transport/index.js';
import type { PixModuleOptions } from './pix.options.js';

/**
 * Collects every secret in the options of an account, in each form in which a provider may repeat
 * it. The options need not be valid; values of other types are skipped.
 */
export function collectSecrets(options: PixModuleOptions): string[] {
  if (!isObject(options)) return [];
  const {
    clientId = '',
    clientSecret,
    appKey,
    sandboxToken,
    certificate,
    headers,
    proxy,
  } = options;
  return [
    clientSecret,
    typeof clientId === 'string' &&
      typeof clientSecret === 'string' &&
      Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
    appKey,
    sandboxToken,
    isObject(certificate) ? certificate.passphrase : undefined,
    ...findProxySecrets(proxy),
    ...(isObject(headers) ? findSecretHeaders(headers) : []),
  ].filter((text): text is string => typeof text === 'string');
}
