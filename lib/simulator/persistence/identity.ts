import { createPrivateKey, X509Certificate } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigurationError } from '../../errors/index.js';
import { DAY_MS } from '../../runtime/index.js';
import {
  CertificateAuthority,
  type PemCertificate,
} from '../kernel/certificates/certificate-authority.js';
import { readIfPresent } from './read-if-present.js';

/** The certificates of a simulator. */
export interface Identity {
  readonly authority: CertificateAuthority;
  readonly server: PemCertificate;
  /** Certificate of the client. */
  readonly client: PemCertificate;
  /** Client certificate of the simulator in webhook deliveries. */
  readonly webhook: PemCertificate;
}

/** The certificates and settings that are persisted between starts. */
export interface PersistedIdentity {
  version: 1;
  clientSecret: string | null;
  /** Port of the locations listener, so that existing locations stay valid. */
  locationPort: number;
  authority: PemCertificate;
  client: PemCertificate;
  webhook: PemCertificate;
}

export interface IdentityOptions {
  /** Names and addresses of the server certificate. */
  readonly names: readonly string[];
  readonly clientId: string;
}

/**
 * Creates an identity, or restores a persisted one. The server certificate is always new: its names
 * may have changed.
 */
export async function createIdentity(
  { names, clientId }: IdentityOptions,
  persisted?: PersistedIdentity,
): Promise<Identity> {
  const authority = await resolveAuthority(persisted);
  const [server, client, webhook] = await Promise.all([
    authority.issueServer({ names }),
    reuseUnlessExpiring(persisted?.client) ?? authority.issueClient({ commonName: clientId }),
    reuseUnlessExpiring(persisted?.webhook) ??
      authority.issueClient({ commonName: 'nestjs-pix simulator webhook' }),
  ]);
  return { authority, server, client, webhook };
}

function resolveAuthority(persisted: PersistedIdentity | undefined): Promise<CertificateAuthority> {
  if (persisted === undefined) return CertificateAuthority.create();
  return CertificateAuthority.restore(persisted.authority);
}

const WEEK_MS = 7 * DAY_MS;

/** Returns the certificate unless it is absent or expires within a week. */
function reuseUnlessExpiring(certificate: PemCertificate | undefined): PemCertificate | undefined {
  if (certificate === undefined) return undefined;
  const end = Date.parse(new X509Certificate(certificate.cert).validTo);
  return end - Date.now() > WEEK_MS ? certificate : undefined;
}

/**
 * Reads a persisted identity, if there is one.
 *
 * @throws ConfigurationError if the file is damaged or has another version
 */
export function readIdentity(path: string): PersistedIdentity | undefined {
  const text = readIfPresent(path)?.toString();
  if (text === undefined) return undefined;
  const persisted = parse(text);
  if (persisted?.version !== undefined && persisted.version !== 1) {
    throw new ConfigurationError(
      `${path} was not written by this version of the simulator. Use the one that wrote it, or start with another folder.`,
    );
  }
  if (isPersistedIdentity(persisted)) return persisted;
  throw new ConfigurationError(
    `${path} is damaged. Restore the folder, or start with another one.`,
  );
}

function parse(text: string): Partial<Record<keyof PersistedIdentity, unknown>> | undefined {
  try {
    return (JSON.parse(text) ?? undefined) as ReturnType<typeof parse>;
  } catch {
    return undefined;
  }
}

function isPersistedIdentity(persisted: ReturnType<typeof parse>): persisted is PersistedIdentity {
  const { clientSecret, locationPort, authority, client, webhook } = persisted ?? {};
  return (
    (clientSecret === null || typeof clientSecret === 'string') &&
    Number.isInteger(locationPort) &&
    [authority, client, webhook].every(isCertificate)
  );
}

function isCertificate(value: unknown): value is PemCertificate {
  const { cert, key } = (value ?? {}) as Record<keyof PemCertificate, string>;
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Writes an identity atomically. The file contains private keys: only its owner can read it. */
export function writeIdentity(path: string, persisted: PersistedIdentity): void {
  const next = `${path}.new`;
  // A file from an interrupted run could have another mode or be a symbolic link.
  rmSync(next, { force: true });
  writeFileSync(next, `${JSON.stringify(persisted, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(next, path);
}
