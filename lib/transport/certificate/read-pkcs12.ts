import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type * as NodeForge from 'node-forge';
import type { asn1, pkcs12 } from 'node-forge';
import { certificateError } from './certificate-problem.js';
import { pemBlocks } from './pem.js';
import type { Source } from './source.js';

type Forge = typeof NodeForge;

/** What a PKCS#12 file (RFC 7292) holds, in its order. */
export interface Pkcs12Content {
  readonly keys: readonly KeyObject[];
  readonly certificates: readonly X509Certificate[];
}

/**
 * Opens a PKCS#12 file. node-forge does it because OpenSSL 3 refuses the RC2 and 3DES ciphers that
 * Brazilian authorities still write, and because Node offers no way to take a PKCS#12 apart.
 *
 * @throws {CertificateError} when it is not PKCS#12, or its passphrase is wrong
 */
export async function readPkcs12(
  source: Source,
  passphrase: string | undefined,
): Promise<Pkcs12Content> {
  const { default: forge } = await import('node-forge');
  const pfx = open(forge, parse(forge, source), passphrase, source);
  return {
    keys: bagsOf(forge, pfx, ['pkcs8ShroudedKeyBag', 'keyBag']).map((bag) => keyOf(forge, bag)),
    certificates: bagsOf(forge, pfx, ['certBag']).map((bag) => certificateOf(forge, bag)),
  };
}

function parse(forge: Forge, source: Source): asn1.Asn1 {
  try {
    const bytes = forge.util.createBuffer(source.bytes.toString('latin1'));
    // Some exporters pad the file. @types/node-forge lacks the options.
    const options: unknown = { strict: true, parseAllBytes: false };
    return forge.asn1.fromDer(bytes, options as boolean);
  } catch {
    throw notPkcs12(source);
  }
}

function open(
  forge: Forge,
  pfx: asn1.Asn1,
  passphrase: string | undefined,
  source: Source,
): pkcs12.Pkcs12Pfx {
  let last = '';
  for (const attempt of attempts(forge, pfx, passphrase ?? '')) {
    try {
      return attempt();
    } catch (error) {
      last = (error as Error).message;
    }
  }
  if (last.startsWith('Cannot read PKCS#12 PFX')) throw notPkcs12(source);
  if (/unsupported|not supported/i.test(last)) {
    throw certificateError(
      'PIX_CERTIFICATE_UNSUPPORTED',
      source,
      `uses a format that can't be opened (${last.replace(/\.$/, '')}): export it again, or convert it with "openssl pkcs12 -legacy".`,
    );
  }
  throw passphrase === undefined
    ? certificateError(
        'PIX_CERTIFICATE_PASSPHRASE_MISSING',
        source,
        'is locked: give its passphrase in certificate.passphrase.',
      )
    : certificateError(
        'PIX_CERTIFICATE_PASSPHRASE_WRONG',
        source,
        "can't be opened: certificate.passphrase is wrong, or belongs to another file.",
      );
}

/**
 * Writers disagree about the bytes of an empty password, and PBES2 (RFC 8018) takes UTF-8 where the
 * integrity check takes UTF-16. forge uses one spelling for a whole file, so the last attempt
 * leaves the integrity check out: a wrong key then fails to decrypt.
 */
function attempts(
  forge: Forge,
  pfx: asn1.Asn1,
  passphrase: string,
): readonly (() => pkcs12.Pkcs12Pfx)[] {
  const { pkcs12FromAsn1 } = forge.pkcs12;
  const utf8 = forge.util.encodeUtf8(passphrase);
  const asGiven = () => pkcs12FromAsn1(pfx, false, passphrase);
  const asNone = () => pkcs12FromAsn1(pfx, false);
  const asUtf8 = () => pkcs12FromAsn1(withoutMac(forge, pfx), false, utf8);
  if (passphrase === '') return [asGiven, asNone, asUtf8];
  return utf8 === passphrase ? [asGiven] : [asGiven, asUtf8];
}

function withoutMac(forge: Forge, pfx: asn1.Asn1): asn1.Asn1 {
  const { Class, Type, create } = forge.asn1;
  return create(Class.UNIVERSAL, Type.SEQUENCE, true, (pfx.value as asn1.Asn1[]).slice(0, 2));
}

type BagName = 'pkcs8ShroudedKeyBag' | 'keyBag' | 'certBag';

function bagsOf(forge: Forge, pfx: pkcs12.Pkcs12Pfx, names: readonly BagName[]): pkcs12.Bag[] {
  return names.flatMap((name) => {
    const bagType = forge.pki.oids[name] ?? '';
    return pfx.getBags({ bagType })[bagType] ?? [];
  });
}

/** forge parses RSA alone; of any other kind it hands over the ASN.1. */
function keyOf(forge: Forge, { key, asn1 }: pkcs12.Bag): KeyObject {
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
  return createPrivateKey({ key: derOf(forge, info), format: 'der', type: 'pkcs8' });
}

function certificateOf(forge: Forge, { cert, asn1 }: pkcs12.Bag): X509Certificate {
  return new X509Certificate(derOf(forge, cert ? forge.pki.certificateToAsn1(cert) : asn1));
}

function derOf(forge: Forge, value: asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
}

function notPkcs12(source: Source): Error {
  const isPem = pemBlocks(source.bytes).length > 0;
  return certificateError(
    'PIX_CERTIFICATE_INVALID',
    source,
    isPem
      ? 'is PEM and not PKCS#12: give it in the options `cert` and `key`.'
      : 'is not PKCS#12 (.p12, .pfx), or is damaged: export or download it again.',
  );
}
