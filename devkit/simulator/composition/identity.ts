import { X509Certificate } from 'node:crypto';
import { DAY_MS } from 'nestjs-pix/internal';
import { CertificateAuthority, type KeyKind, type PemCertificate } from '../kernel/certificates.js';

/** The certificates of a simulator. */
export interface Identity {
  readonly authority: CertificateAuthority;
  readonly server: PemCertificate;
  /** Certificate of the client. */
  readonly client: PemCertificate;
  /** Client certificate of the simulator in webhook deliveries. */
  readonly webhook: PemCertificate;
}

/** Certificates and settings that are kept between starts. */
export interface PersistedIdentity {
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
  readonly clientKey: KeyKind;
}

/**
 * Creates an identity, or restores a persisted one. The server certificate is always new: its names
 * may have changed.
 */
export async function createIdentity(
  { names, clientId, clientKey }: IdentityOptions,
  persisted?: PersistedIdentity,
): Promise<Identity> {
  const authority = await resolveAuthority(persisted);
  const [server, client, webhook] = await Promise.all([
    authority.issueServer({ names }),
    reuseUnlessExpiring(persisted?.client) ??
      authority.issueClient({ commonName: clientId, key: clientKey }),
    reuseUnlessExpiring(persisted?.webhook) ??
      authority.issueClient({ commonName: 'nestjs-pix simulator webhook' }),
  ]);
  return { authority, server, client, webhook };
}

/** Returns what is persisted of an identity. */
export async function exportIdentity(
  { authority, client, webhook }: Identity,
  clientSecret: string | null,
  locationPort: number,
): Promise<PersistedIdentity> {
  return { clientSecret, locationPort, authority: await authority.export(), client, webhook };
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
