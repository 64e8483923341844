import type { CobPayload, CobVPayload, RecPayload } from '../contract/index.js';

/** A payload with its kind: an immediate charge, a due-date charge or a recurrence. */
export type PixPayloadContent =
  | { kind: 'cob'; payload: CobPayload }
  | { kind: 'cobv'; payload: CobVPayload }
  | { kind: 'rec'; payload: RecPayload };

/** Header of a payload's JWS (RFC 7515, 4.1); additional fields are kept. */
export interface PixPayloadHeader {
  /** Signature algorithm: RS, PS or ES with SHA-256, 384 or 512. */
  alg: string;
  /** Identifier of the key in the key set. */
  kid: string;
  /** Address of the key set. */
  jku?: string;
  /** SHA-1 thumbprint of the key's certificate, base64url. */
  x5t?: string;
  /** SHA-256 thumbprint of the key's certificate, base64url. */
  'x5t#S256'?: string;
  [name: string]: unknown;
}

/** A payload whose signature was verified. */
export type VerifiedPixPayload = PixPayloadContent & { header: PixPayloadHeader };

/** The payload behind a location. */
export type PixPayload = VerifiedPixPayload & {
  /**
   * The location in the form of a charge's field, without scheme. It gives access to the payload.
   */
  location: string;
};

/** A public key of a key set (RFC 7517). */
export type PixJwk = Readonly<Record<string, unknown>>;
