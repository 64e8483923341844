import { X509Certificate } from 'node:crypto';
import { DAY_MS } from 'nestjs-pix/internal';
import { listServerNames } from '../kernel/addresses.js';
import { CertificateAuthority, type PemCertificate } from '../kernel/certificates.js';
import type { PreliminarySettings, SimulatorIdentity } from '../settings/options.js';

/** The certificates of a simulator. */
export interface Identity {
  readonly authority: CertificateAuthority;
  readonly server: PemCertificate;
  /** Certificate of the client. */
  readonly client: PemCertificate;
  /** Client certificate of the simulator in webhook deliveries. */
  readonly webhook: PemCertificate;
}

/**
 * Creates an identity, or restores a persisted one. The server certificate is always new: its names
 * may have changed.
 */
export async function createIdentity(
  settings: PreliminarySettings,
  persisted?: SimulatorIdentity,
): Promise<Identity> {
  const { clientId, clientKey } = settings;
  const authority = persisted
    ? await CertificateAuthority.restore(persisted.authority)
    : await CertificateAuthority.create();
  const [server, client, webhook] = await Promise.all([
    authority.issueServer({ names: listServerNames(settings) }),
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
): Promise<SimulatorIdentity> {
  return { clientSecret, locationPort, authority: await authority.export(), client, webhook };
}

const WEEK_MS = 7 * DAY_MS;

/** Returns the certificate unless it is absent or expires within a week. */
export function reuseUnlessExpiring<T extends PemCertificate>(given: T | undefined): T | undefined {
  if (given === undefined) return undefined;
  const end = Date.parse(new X509Certificate(given.cert).validTo);
  return end - Date.now() > WEEK_MS ? given : undefined;
}
