import { systemRuntime } from '../../runtime/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import type { PixWebhookAuthentication } from './authentication.options.js';
import { Authenticator } from './authenticator.js';
import { CertificateChain } from './certificate-chain.js';
import { createChecks, toAddressList } from './create-checks.js';
import type { Complain } from './create-checks.js';
import { TenantResolver } from './tenant.resolver.js';
import { loadTrustAnchors } from './trust-anchors.js';

export interface AuthenticatorContext {
  /** The name of the receiver. */
  readonly receiver: string;
  /** Whether each tenant must come with the source of its Pix. */
  readonly needsRecebidos: boolean;
  readonly runtime?: PixRuntime | undefined;
}

/** @throws CertificateError when `mtls.ca` cannot be read */
export function createAuthenticator(
  options: PixWebhookAuthentication,
  complain: Complain,
  { receiver, needsRecebidos, runtime = systemRuntime }: AuthenticatorContext,
): Authenticator {
  const { trustedProxies = [], resolve, resolveTimeout = 5 } = options;
  const proxies = toAddressList('trustedProxies', trustedProxies, complain);
  const hasProxies = trustedProxies.length > 0;
  const checks = createChecks(options, complain, {
    hasProxies,
    chainOf: (ca) => new CertificateChain(loadTrustAnchors(ca), runtime),
  });
  if (!(resolveTimeout > 0 && resolveTimeout <= 60)) {
    complain('authentication.resolveTimeout must be more than 0 and at most 60 seconds');
  }
  if ('resolve' in options && typeof resolve !== 'function') {
    complain('authentication.resolve must be a function');
  }
  const tenants =
    resolve &&
    new TenantResolver(resolve, {
      receiver,
      needsRecebidos,
      hasProxies,
      timeout: resolveTimeout * 1000,
      runtime,
    });
  return new Authenticator(checks, proxies, tenants);
}
