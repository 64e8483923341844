import { createHash } from 'node:crypto';
import { CertificateError } from '../../errors/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import { contentOfText } from '../../transport/index.js';
import type { PixWebhookClientCertificate } from './authentication.options.js';
import { CertificateChain } from './certificate-chain.js';
import { listSources, loadTrustAnchors } from './certificates.js';
import { RevocationLists } from './revocation.js';

/** The options that a chain is verified with. */
export type ChainSources = Pick<PixWebhookClientCertificate, 'ca' | 'crl'>;

/** @throws CertificateError if `ca` or `crl` cannot be used */
export function createChain({ ca, crl }: ChainSources, runtime: PixRuntime): CertificateChain {
  const anchors = loadTrustAnchors(ca);
  const lists = crl === undefined ? undefined : new RevocationLists(crl, anchors, runtime);
  return new CertificateChain(anchors, runtime, lists);
}

const MAX_CHAINS = 256;

/** Caches the parsed chains of authorities that are resolved at each request, by content. */
export class ChainCache {
  /** Ordered by last use. */
  readonly #chains = new Map<string, CertificateChain>();

  constructor(private readonly runtime: PixRuntime) {}

  /** @throws CertificateError as {@link createChain}, and on a file name */
  get(sources: ChainSources): CertificateChain {
    const key = digest(sources);
    const chain = this.#chains.get(key) ?? this.#create(sources);
    this.#chains.delete(key);
    this.#chains.set(key, chain);
    const [oldest] = this.#chains.keys();
    if (oldest !== undefined && this.#chains.size > MAX_CHAINS) this.#chains.delete(oldest);
    return chain;
  }

  #create(sources: ChainSources): CertificateChain {
    for (const option of ['ca', 'crl'] as const) {
      const isFile = (each: unknown) => typeof each === 'string' && !contentOfText(each);
      if (!listSources(sources[option] ?? []).some(isFile)) continue;
      throw new CertificateError(
        `authentication.resolve: mtls.${option} must contain PEM text, base64 or a Buffer, not a file name.`,
      );
    }
    return createChain(sources, this.runtime);
  }
}

function digest({ ca, crl = [] }: ChainSources): string {
  const hash = createHash('sha256');
  for (const source of [...listSources(ca), '', ...listSources(crl)]) {
    const bytes = Buffer.from(source);
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('base64');
}
