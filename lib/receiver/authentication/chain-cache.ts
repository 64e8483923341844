import { createHash } from 'node:crypto';
import { CertificateError } from '../../errors/index.js';
import type { PixRuntime } from '../../runtime/index.js';
import { contentOfText } from '../../transport/certificate/public.js';
import type { PixCertificateSource } from './authentication.options.js';
import { CertificateChain } from './certificate-chain.js';
import { loadTrustAnchors, toList } from './trust-anchors.js';

const MAX_CHAINS = 256;

/** Caches the parsed chains of authorities that are resolved at each request, by content. */
export class ChainCache {
  /** Ordered by last use. */
  readonly #chains = new Map<string, CertificateChain>();

  constructor(private readonly runtime: PixRuntime) {}

  /** @throws CertificateError if the certificates cannot be read, or are a file name */
  get(ca: PixCertificateSource): CertificateChain {
    const sources = toList(ca);
    const key = digest(sources);
    const chain = this.#chains.get(key) ?? this.#create(sources);
    this.#chains.delete(key);
    this.#chains.set(key, chain);
    const [oldest] = this.#chains.keys();
    if (oldest !== undefined && this.#chains.size > MAX_CHAINS) this.#chains.delete(oldest);
    return chain;
  }

  #create(sources: readonly (string | Buffer)[]): CertificateChain {
    if (sources.some((each) => typeof each === 'string' && !contentOfText(each))) {
      throw new CertificateError(
        'authentication.resolve: mtls.ca must contain certificates as PEM text, base64 or a Buffer, not ' +
          'a file name.',
      );
    }
    return new CertificateChain(loadTrustAnchors(sources), this.runtime);
  }
}

function digest(sources: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const bytes = Buffer.from(source);
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('base64');
}
