import { isSecretName } from './errors/redact-named.js';
import type { PixModuleOptions } from './pix.options.js';

/** Every secret text in the options of an account, as it may be repeated by a provider. @internal */
export function secretsOf(options: PixModuleOptions): (string | undefined)[] {
  const { clientId = '', clientSecret, appKey, sandboxToken, certificate, headers = {} } = options;
  return [
    clientSecret,
    clientSecret && Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
    appKey,
    sandboxToken,
    certificate?.passphrase,
    ...Object.entries(headers).map(([name, value]) => (isSecretName(name) ? value : undefined)),
  ];
}
