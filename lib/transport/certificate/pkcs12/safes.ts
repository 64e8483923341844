import {
  type Asn1,
  type Forge,
  readChildren,
  readOctets,
  readOid,
  parseAsn1,
  StructureError,
  toDer,
} from './asn1.js';
import { decrypt, type Password } from './decrypt.js';
import type { KeyDerivation } from './key-derivation.js';

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERT_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';

/** Keys (PKCS#8) and certificates in DER, in the order of the file. */
export interface SafeContents {
  readonly keys: Buffer[];
  readonly certificates: Buffer[];
}

/** Reads a ContentInfo of type `data` (RFC 5652, section 4). */
export function readData(forge: Forge, info: Asn1 | undefined): Buffer {
  const [type, content] = readChildren(info);
  if (readOid(forge, type) !== DATA) throw new StructureError('not of type data');
  return readOctets(readChildren(content)[0]);
}

/** Decrypts every safe of a file (RFC 7292, section 4). */
export async function readSafes(
  forge: Forge,
  content: Buffer,
  password: Password,
  derivation: KeyDerivation,
): Promise<SafeContents> {
  const found: SafeContents = { keys: [], certificates: [] };
  for (const info of readChildren(parseAsn1(forge, content))) {
    const safe = await openSafe(forge, info, password, derivation);
    for (const bag of readChildren(parseAsn1(forge, safe))) {
      await readBag(forge, bag, password, derivation, found);
    }
  }
  return found;
}

async function openSafe(
  forge: Forge,
  info: Asn1,
  password: Password,
  derivation: KeyDerivation,
): Promise<Buffer> {
  const [type, content] = readChildren(info);
  if (readOid(forge, type) !== ENCRYPTED_DATA) return readData(forge, info);
  const [, encrypted] = readChildren(readChildren(content)[0]);
  const [, algorithm, bytes] = readChildren(encrypted);
  return decrypt(forge, algorithm, readOctets(bytes), password, derivation);
}

async function readBag(
  forge: Forge,
  bag: Asn1,
  password: Password,
  derivation: KeyDerivation,
  found: SafeContents,
): Promise<void> {
  const [type, explicit] = readChildren(bag);
  const [value] = readChildren(explicit);
  if (!value) throw new StructureError('an empty bag');
  switch (readOid(forge, type)) {
    case KEY_BAG:
      found.keys.push(toDer(forge, value));
      break;
    case SHROUDED_KEY_BAG: {
      const [algorithm, bytes] = readChildren(value);
      found.keys.push(await decrypt(forge, algorithm, readOctets(bytes), password, derivation));
      break;
    }
    case CERT_BAG: {
      const [kind, certificate] = readChildren(value);
      if (readOid(forge, kind) !== X509_CERTIFICATE) break;
      found.certificates.push(readOctets(readChildren(certificate)[0]));
      break;
    }
    // Revocation lists and secrets are not used.
  }
}
