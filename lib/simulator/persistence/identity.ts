import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigurationError } from '../../errors/index.js';
import { CertificateAuthority } from '../kernel/certificates/certificate-authority.js';
import type { PemCertificate } from '../kernel/certificates/certificate-authority.js';

/** Who the simulator is, to those who connect to it and those whom it calls. */
export interface Identity {
  readonly authority: CertificateAuthority;
  readonly server: PemCertificate;
  /** What its one client presents. */
  readonly client: PemCertificate;
  /** What it presents to webhooks. */
  readonly webhook: PemCertificate;
}

/** What stays from one start to the next. */
export interface KeptIdentity {
  version: 1;
  clientSecret: string | null;
  /** Port that locations lead to; those given out stay good. */
  locationPort: number;
  authority: PemCertificate;
  client: PemCertificate;
  webhook: PemCertificate;
}

export interface IdentityOptions {
  /** Names and addresses of the server's certificate. */
  readonly names: readonly string[];
  readonly clientId: string;
}

/** A new identity, or the one that was kept; the server's certificate is always new, as its names may be others. */
export async function makeIdentity(
  { names, clientId }: IdentityOptions,
  kept?: KeptIdentity,
): Promise<Identity> {
  const authority = await authorityOf(kept);
  const [server, client, webhook] = await Promise.all([
    authority.issueServer({ names }),
    stillGood(kept?.client) ?? authority.issueClient({ commonName: clientId }),
    stillGood(kept?.webhook) ??
      authority.issueClient({ commonName: 'nestjs-pix simulator webhook' }),
  ]);
  return { authority, server, client, webhook };
}

function authorityOf(kept: KeptIdentity | undefined): Promise<CertificateAuthority> {
  if (kept === undefined) return CertificateAuthority.create();
  return CertificateAuthority.restore(kept.authority);
}

const WEEK = 7 * 24 * 3_600_000;

/** One that is about to expire is made anew. */
function stillGood(certificate: PemCertificate | undefined): PemCertificate | undefined {
  if (certificate === undefined) return undefined;
  const end = Date.parse(new X509Certificate(certificate.cert).validTo);
  return end - Date.now() > WEEK ? certificate : undefined;
}

/** @throws ConfigurationError when the file is damaged or of another version */
export function readIdentity(path: string): KeptIdentity | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const kept = parse(text);
  if (kept?.version !== undefined && kept.version !== 1) {
    throw new ConfigurationError(
      `${path} was not written by this version of the simulator. Use the one that wrote it, or start with another folder.`,
    );
  }
  if (isWhole(kept)) return kept;
  throw new ConfigurationError(
    `${path} is damaged. Restore the folder, or start with another one.`,
  );
}

function parse(text: string): Partial<Record<keyof KeptIdentity, unknown>> | undefined {
  try {
    return (JSON.parse(text) ?? undefined) as ReturnType<typeof parse>;
  } catch {
    return undefined;
  }
}

function isWhole(kept: ReturnType<typeof parse>): kept is KeptIdentity {
  const { clientSecret, locationPort, authority, client, webhook } = kept ?? {};
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

/** At once, and into a new file that only its owner may read: it has private keys. */
export function writeIdentity(path: string, kept: KeptIdentity): void {
  const next = `${path}.new`;
  // What lies there, of an interrupted run or of somebody else, keeps its mode or leads elsewhere.
  rmSync(next, { force: true });
  writeFileSync(next, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(next, path);
}
