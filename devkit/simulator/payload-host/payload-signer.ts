import { X509Certificate, createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, type JWK } from 'jose';
import type { PemCertificate } from '../kernel/certificates/certificate-authority.js';

const ALGORITHM = 'ES256';

/**
 * Signs payloads as JWS with a key that is published with its certificates (BCB, Manual de
 * Segurança do Pix, QR Codes dinâmicos; RFC 7515, RFC 7517). `jku` is the address of the key set on
 * the location's host; `kid` and `x5t` identify the key.
 */
export class PayloadSigner {
  private constructor(
    private readonly key: KeyObject,
    private readonly header: Readonly<Record<'kid' | 'x5t' | 'x5t#S256', string>>,
    /** The key set to publish. */
    readonly keySet: { readonly keys: readonly JWK[] },
  ) {}

  /**
   * @param authority certificate of the authority that issued the signer's certificate, as PEM text
   */
  static async create({ cert, key }: PemCertificate, authority: string): Promise<PayloadSigner> {
    const chain = [cert, authority].map((pem) => new X509Certificate(pem));
    const [own] = chain as [X509Certificate];
    const jwk = own.publicKey.export({ format: 'jwk' }) as JWK;
    const header = {
      kid: await calculateJwkThumbprint(jwk),
      x5t: thumbprint('sha1', own),
      'x5t#S256': thumbprint('sha256', own),
    };
    const published: JWK = {
      ...jwk,
      ...header,
      use: 'sig',
      alg: ALGORITHM,
      x5c: chain.map(({ raw }) => raw.toString('base64')),
    };
    return new PayloadSigner(createPrivateKey(key), header, { keys: [published] });
  }

  /** Signs a payload. @returns a compact JWS */
  sign(payload: object, jku: string): Promise<string> {
    return new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWS', jku, ...this.header })
      .sign(this.key);
  }
}

function thumbprint(algorithm: string, { raw }: X509Certificate): string {
  return createHash(algorithm).update(raw).digest('base64url');
}
