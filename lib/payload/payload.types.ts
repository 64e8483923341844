import type { CobPayload, CobVPayload, RecPayload } from '../contract/index.js';

/** A payload and what it is of: a charge, a due-date charge or a recurrence. */
export type PixPayloadContent =
  | { kind: 'cob'; payload: CobPayload }
  | { kind: 'cobv'; payload: CobVPayload }
  | { kind: 'rec'; payload: RecPayload };

/** Header of a payload's JWS (RFC 7515, 4.1); what the provider adds is kept. */
export interface PixPayloadHeader {
  /** Signature algorithm: RS, PS or ES with SHA-256, 384 or 512. */
  alg: string;
  /** Which key of the key set signed it. */
  kid: string;
  /** Address of the key set. */
  jku?: string;
  /** SHA-1 thumbprint of the key's certificate, base64url. */
  x5t?: string;
  /** SHA-256 thumbprint of it. */
  'x5t#S256'?: string;
  [name: string]: unknown;
}

/** A payload whose signature was verified. */
export type VerifiedPixPayload = PixPayloadContent & { header: PixPayloadHeader };

/** What stands behind a location. */
export type PixPayload = VerifiedPixPayload & {
  /** The location as a charge carries it, without scheme. It gives whoever has it the payload. */
  location: string;
};

/** A public key of a key set (RFC 7517). */
export type PixJwk = Readonly<Record<string, unknown>>;
