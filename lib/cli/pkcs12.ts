import forge from 'node-forge';
import type { PemCertificate } from '../simulator/index.js';

const { asn1, pki } = forge;
const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class;
type Asn1 = forge.asn1.Asn1;

/** What the types of node-forge leave out. */
const { generateKey } = forge.pkcs12 as unknown as {
  generateKey: (
    password: string,
    salt: forge.util.ByteBuffer,
    id: number,
    iterations: number,
    length: number,
  ) => forge.util.ByteBuffer;
};

const ITERATIONS = 10_000;

/** RFC 7292, appendix B.3: this use of the derived key is integrity. */
const MAC_KEY = 3;

/**
 * A certificate, its key and its authority as a PKCS#12 file (RFC 7292): the key under AES-256, the whole under an
 * HMAC. Put together here because node-forge itself writes RSA keys alone.
 */
export function toPkcs12({ cert, key }: PemCertificate, ca: string, passphrase: string): Buffer {
  const localKeyId = forge.random.getBytesSync(20);
  const content = der(
    sequence(
      data(sequence(certBag(cert, localKeyId), certBag(ca))),
      data(sequence(keyBag(key, passphrase, localKeyId))),
    ),
  );
  const file = sequence(integer(3), data(content), macOf(content, passphrase));
  return Buffer.from(der(file), 'latin1');
}

function certBag(pem: string, localKeyId?: string): Asn1 {
  const certificate = sequence(oid('x509Certificate'), explicit(octets(body(pem))));
  return sequence(oid('certBag'), explicit(certificate), ...attributes(localKeyId));
}

function keyBag(pem: string, passphrase: string, localKeyId: string): Asn1 {
  const shrouded = pki.encryptPrivateKeyInfo(asn1.fromDer(body(pem)), passphrase, {
    algorithm: 'aes256',
    count: ITERATIONS,
  });
  return sequence(oid('pkcs8ShroudedKeyBag'), explicit(shrouded), ...attributes(localKeyId));
}

/** Ties the key to its certificate. */
function attributes(localKeyId: string | undefined): Asn1[] {
  if (localKeyId === undefined) return [];
  return [set(sequence(oid('localKeyId'), set(octets(localKeyId))))];
}

function macOf(content: string, passphrase: string): Asn1 {
  const salt = forge.random.getBytesSync(20);
  const key = generateKey(passphrase, forge.util.createBuffer(salt), MAC_KEY, ITERATIONS, 20);
  const hmac = forge.hmac.create();
  hmac.start('sha1', key.getBytes());
  hmac.update(content);
  const algorithm = sequence(oid('sha1'), asn1.create(UNIVERSAL, asn1.Type.NULL, false, ''));
  const digest = sequence(algorithm, octets(hmac.digest().getBytes()));
  return sequence(digest, octets(salt), integer(ITERATIONS));
}

function data(content: Asn1 | string): Asn1 {
  return sequence(
    oid('data'),
    explicit(octets(typeof content === 'string' ? content : der(content))),
  );
}

function body(pem: string): string {
  return forge.pem.decode(pem)[0]?.body ?? '';
}

function sequence(...items: Asn1[]): Asn1 {
  return asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, items);
}

function set(...items: Asn1[]): Asn1 {
  return asn1.create(UNIVERSAL, asn1.Type.SET, true, items);
}

function octets(bytes: string): Asn1 {
  return asn1.create(UNIVERSAL, asn1.Type.OCTETSTRING, false, bytes);
}

function integer(value: number): Asn1 {
  return asn1.create(UNIVERSAL, asn1.Type.INTEGER, false, asn1.integerToDer(value).getBytes());
}

function oid(name: string): Asn1 {
  return asn1.create(
    UNIVERSAL,
    asn1.Type.OID,
    false,
    asn1.oidToDer(pki.oids[name] ?? '').getBytes(),
  );
}

function explicit(value: Asn1): Asn1 {
  return asn1.create(CONTEXT_SPECIFIC, asn1.Type.NONE, true, [value]);
}

function der(value: Asn1): string {
  return asn1.toDer(value).getBytes();
}
