import type { OptionChecker } from '../../options/index.js';
import { systemRuntime, type PixRuntime } from '../../runtime/index.js';
import type { PixWebhookAuthentication } from './authentication.options.js';
import { Authenticator } from './authenticator.js';
import { CertificateChain } from './certificate-chain.js';
import { createChecks, toAddressList } from './create-checks.js';
import { TenantResolver } from './tenant.resolver.js';
import { loadTrustAnchors } from './trust-anchors.js';

export interface AuthenticatorContext {
  /** The name of the receiver. */
  readonly receiver: string;
  /** Whether each tenant must provide the source of its received Pix. */
  readonly needsRecebidos: boolean;
  readonly runtime?: PixRuntime | undefined;
}

/** @throws CertificateError if `mtls.ca` cannot be read */
export function createAuthenticator(
  options: PixWebhookAuthentication,
  checker: OptionChecker,
  { receiver, needsRecebidos, runtime = systemRuntime }: AuthenticatorContext,
): Authenticator {
  const { trustedProxies = [], resolve, resolveTimeout = 5 } = options;
  const proxies = toAddressList('trustedProxies', trustedProxies, checker);
  const hasProxies = trustedProxies.length > 0;
  const checks = createChecks(options, checker, {
    hasProxies,
    getChain: (ca) => new CertificateChain(loadTrustAnchors(ca), runtime),
  });
  const timeoutRange = { positive: true, max: 60 };
  checker.seconds('authentication.resolveTimeout', resolveTimeout, timeoutRange);
  checker.require(
    !('resolve' in options) || typeof resolve === 'function',
    'authentication.resolve must be a function',
  );
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
