import { mergeHeaders } from '../client/index.js';
import type { PixAccount } from './pix.account.js';
import type { PixModuleOptions } from './pix.options.js';
import { VERSION } from './version.js';

/**
 * Builds the headers of every call (docs/interface.md#requests-and-responses), except
 * `Authorization`.
 */
export function buildHeaders(
  account: PixAccount,
  options: PixModuleOptions,
): Record<string, string> {
  const { provider, contaCorrente } = account;
  const own = {
    'Content-Type': 'application/json',
    'User-Agent': `nestjs-pix/${VERSION}`,
    client_id: options.clientId ?? '',
    ...(provider.accountHeader !== undefined &&
      contaCorrente !== undefined && { [provider.accountHeader]: contaCorrente }),
  };
  const profile = mergeHeaders(own, provider.headers ?? {});
  return mergeHeaders(profile, options.headers ?? {}, provider.accountHeader);
}
