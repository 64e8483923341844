import type {
  PixWebhookClientCertificate,
  PixWebhookProxyVerdict,
} from './authentication.options.js';
import type { CertificateChain } from './certificate-chain.js';
import type { Check } from './check.js';
import { connectionCertificate } from './connection-certificate.js';
import { headerCertificate, onlyHeader } from './header-certificate.js';
import { SignatureChecks } from './signatures.js';
import { subjectPin } from './subject-pin.js';

const NO_PROXY = 'not from a trusted proxy';

export function certificateCheck(
  { subject, header }: Omit<PixWebhookClientCertificate, 'ca'>,
  chain: CertificateChain,
): Check {
  const isPinned = subjectPin(subject);
  return ({ request, throughProxy }) => {
    if (header !== undefined && !throughProxy) return NO_PROXY;
    const checks = new SignatureChecks();
    const presented =
      header === undefined
        ? connectionCertificate(request)
        : headerCertificate(request, header, checks);
    if (!presented) return 'no client certificate';
    const refusal = chain.refusal(presented.leaf, presented.intermediates, checks);
    if (refusal !== undefined) return refusal;
    return isPinned(presented.leaf) ? undefined : 'the client certificate has another subject';
  };
}

export function verdictCheck({ header, value }: PixWebhookProxyVerdict): Check {
  return ({ request, throughProxy }) => {
    if (!throughProxy) return NO_PROXY;
    return onlyHeader(request, header) === value
      ? undefined
      : 'the proxy did not verify the caller';
  };
}
