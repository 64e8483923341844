import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { CompactSign, type CompactJWSHeaderParameters } from 'jose';
import type { TestAuthority, TestCertificateOptions } from '../../support/certificates.js';

type Jwk = Record<string, unknown>;

/** A signing key with its certificate, as the key set of a provider contains it. */
export class Signer {
  private constructor(
    readonly kid: string,
    readonly alg: string,
    /** The public key, `x5c` included. */
    readonly jwk: Jwk,
    readonly x5t: string,
    readonly x5tS256: string,
    private readonly privateKey: ReturnType<typeof createPrivateKey>,
  ) {}

  /** Uses ES256 by default, and PS256 with an RSA key. */
  static async create(
    authority: TestAuthority,
    { kid = 'key-1', ...options }: TestCertificateOptions & { kid?: string } = {},
  ): Promise<Signer> {
    const { cert, key } = await authority.issueServer(options);
    const { raw } = new X509Certificate(cert);
    const privateKey = createPrivateKey(key);
    const jwk = {
      ...createPublicKey(privateKey).export({ format: 'jwk' }),
      kid,
      x5c: [raw.toString('base64')],
    };
    return new Signer(
      kid,
      options.keyType === 'RSA' ? 'PS256' : 'ES256',
      jwk,
      createHash('sha1').update(raw).digest('base64url'),
      createHash('sha256').update(raw).digest('base64url'),
      privateKey,
    );
  }

  /** Returns the compact JWS of an object, text or bytes. A header field of `undefined` is omitted. */
  sign(payload: unknown, header: Record<string, unknown> = {}): Promise<string> {
    const whole: Record<string, unknown> = {
      alg: this.alg,
      kid: this.kid,
      x5t: this.x5t,
      ...header,
    };
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return new CompactSign(payload instanceof Uint8Array ? payload : new TextEncoder().encode(text))
      .setProtectedHeader(
        Object.fromEntries(
          Object.entries(whole).filter(([, value]) => value !== undefined),
        ) as unknown as CompactJWSHeaderParameters,
      )
      .sign(this.privateKey);
  }
}
