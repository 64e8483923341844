import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Asn1, type Forge, readChildren, readInteger, readOctets, readOid } from './asn1.js';
import { UnknownAlgorithmError, type Password } from './decrypt.js';
import { MAC_KEY, type KeyDerivation } from './key-derivation.js';

const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.5', 'md5'],
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/** Whether the integrity check of a file matches this password (RFC 7292, section 4, MacData). */
export async function isMacRight(
  forge: Forge,
  mac: Asn1,
  content: Buffer,
  password: Password,
  derivation: KeyDerivation,
): Promise<boolean> {
  const [info, salt, count] = readChildren(mac);
  const [algorithm, value] = readChildren(info);
  const id = readOid(forge, readChildren(algorithm)[0]);
  const digest = DIGESTS.get(id);
  if (digest === undefined) throw new UnknownAlgorithmError(id);
  const { length } = createHash(digest).digest();
  const iterations = count ? readInteger(count) : 1;
  const input = { digest, salt: readOctets(salt), iterations, length };
  const key = await derivation.pkcs12(password.bmp, input, MAC_KEY);
  const expected = createHmac(digest, key).update(content).digest();
  const given = readOctets(value);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
