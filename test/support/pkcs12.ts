import forge from 'node-forge';

export interface Pkcs12Options {
  /** PEM certificates, in the order they are written. */
  certificates: readonly string[];
  /** PEM PKCS#8 keys, RSA or EC. */
  keys: readonly string[];
  /** `null` encodes the empty password as no bytes, `''` as an empty string. Files of both kinds exist. */
  passphrase: string | null;
  /** `aes256` is the current default; OpenSSL 3 calls the others legacy. Default: `aes256`. */
  cipher?: Pkcs12Cipher;
  /** Default: true. */
  mac?: boolean;
  /** Default: 50. Real files use thousands, which only slows the tests. */
  iterations?: number;
  /** Number of iterations that the integrity check states, even if it is wrong. Default: `iterations`. */
  statedIterations?: number;
  /** The same for the encryption of certificates and keys. */
  statedLockIterations?: number;
}

export type Pkcs12Cipher = 'aes256' | '3des' | 'rc2-40';

const { asn1, pki } = forge;
const { Class, Type } = asn1;
const ITERATIONS = 50;
const RC2_40 = '1.2.840.113549.1.12.1.6';

/** Functions that @types/node-forge does not declare. */
const { generateKey } = forge.pkcs12 as unknown as {
  generateKey(
    password: string | null,
    salt: forge.util.ByteBuffer,
    id: number,
    iterations: number,
    bytes: number,
  ): forge.util.ByteBuffer;
};
const { rc2 } = forge as unknown as {
  rc2: {
    createEncryptionCipher(
      key: forge.util.ByteBuffer,
      bits: number,
    ): {
      start(iv: forge.util.ByteBuffer): void;
      update(data: forge.util.ByteBuffer): void;
      finish(): boolean;
      output: forge.util.ByteBuffer;
    };
  };
};

/** Builds a PKCS#12 file (RFC 7292) with one safe for the certificates and one for the encrypted keys. */
export function toPkcs12(options: Pkcs12Options): Buffer {
  const { passphrase, cipher = 'aes256', mac = true } = options;
  const stated = options.statedLockIterations;
  const certificates = seq(options.certificates.map(certBag));
  const keys = seq(options.keys.map((key) => keyBag(key, passphrase, cipher, stated)));
  const safes = [
    ...(options.certificates.length > 0
      ? [encryptedData(certificates, passphrase, cipher, stated)]
      : []),
    ...(options.keys.length > 0 ? [data(keys)] : []),
  ];
  const content = der(seq(safes));
  const authSafe = seq([oid(pki.oids.data!), explicit(octets(content))]);
  const parts = [integer(3), authSafe, ...(mac ? [buildMac(content, options)] : [])];
  return Buffer.from(der(seq(parts)), 'latin1');
}

/** Encrypts a PKCS#8 key as `ENCRYPTED PRIVATE KEY`. */
export function encryptPrivateKey(
  key: string,
  passphrase: string,
  cipher: Pkcs12Cipher,
  statedIterations?: number,
): string {
  const info = encrypt(privateKeyInfo(key), passphrase, cipher, statedIterations);
  return forge.pem.encode({ type: 'ENCRYPTED PRIVATE KEY', body: der(seq(info)) });
}

function certBag(pem: string): forge.asn1.Asn1 {
  const certificate = octets(forge.pem.decode(pem)[0]!.body);
  return seq([
    oid(pki.oids.certBag!),
    explicit(seq([oid(pki.oids.x509Certificate!), explicit(certificate)])),
  ]);
}

function keyBag(
  pem: string,
  passphrase: string | null,
  cipher: Pkcs12Cipher,
  stated?: number,
): forge.asn1.Asn1 {
  return seq([
    oid(pki.oids.pkcs8ShroudedKeyBag!),
    explicit(seq(encrypt(privateKeyInfo(pem), passphrase, cipher, stated))),
  ]);
}

function privateKeyInfo(pem: string): forge.asn1.Asn1 {
  return asn1.fromDer(forge.pem.decode(pem)[0]!.body);
}

function data(content: forge.asn1.Asn1): forge.asn1.Asn1 {
  return seq([oid(pki.oids.data!), explicit(octets(der(content)))]);
}

function encryptedData(
  content: forge.asn1.Asn1,
  passphrase: string | null,
  cipher: Pkcs12Cipher,
  stated?: number,
): forge.asn1.Asn1 {
  const [algorithm, encrypted] = encrypt(content, passphrase, cipher, stated) as [
    forge.asn1.Asn1,
    forge.asn1.Asn1,
  ];
  const body = asn1.create(Class.CONTEXT_SPECIFIC, Type.NONE, false, encrypted.value);
  return seq([
    oid(pki.oids.encryptedData!),
    explicit(seq([integer(0), seq([oid(pki.oids.data!), algorithm, body])])),
  ]);
}

/** Returns the algorithm identifier and the encrypted octets. */
function encrypt(
  content: forge.asn1.Asn1,
  passphrase: string | null,
  cipher: Pkcs12Cipher,
  stated = ITERATIONS,
): forge.asn1.Asn1[] {
  const [algorithm, octets] = encryptWith(content, passphrase, cipher);
  return [replaceIterations(algorithm!, stated), octets!];
}

/** Replaces the number of iterations. */
function replaceIterations(node: forge.asn1.Asn1, stated: number): forge.asn1.Asn1 {
  if (node.type === Type.INTEGER && node.value === String.fromCharCode(ITERATIONS)) {
    return integer(stated);
  }
  if (typeof node.value === 'string') return node;
  return { ...node, value: node.value.map((each) => replaceIterations(each, stated)) };
}

function encryptWith(
  content: forge.asn1.Asn1,
  passphrase: string | null,
  cipher: Pkcs12Cipher,
): forge.asn1.Asn1[] {
  if (cipher !== 'rc2-40') {
    // PBES2 uses UTF-8 (RFC 8018); the ciphers of PKCS#12 use UTF-16, which forge encodes itself.
    const password = cipher === 'aes256' ? forge.util.encodeUtf8(passphrase ?? '') : passphrase;
    const shrouded = pki.encryptPrivateKeyInfo(content, password!, {
      algorithm: cipher,
      count: ITERATIONS,
    });
    return shrouded.value as forge.asn1.Asn1[];
  }
  const salt = forge.random.getBytesSync(8);
  const key = generateKey(passphrase, forge.util.createBuffer(salt), 1, ITERATIONS, 5);
  const iv = generateKey(passphrase, forge.util.createBuffer(salt), 2, ITERATIONS, 8);
  const rc2Cipher = rc2.createEncryptionCipher(key, 40);
  rc2Cipher.start(iv);
  rc2Cipher.update(forge.util.createBuffer(der(content)));
  rc2Cipher.finish();
  const parameters = seq([octets(salt), integer(ITERATIONS)]);
  return [seq([oid(RC2_40), parameters]), octets(rc2Cipher.output.getBytes())];
}

function buildMac(content: string, options: Pkcs12Options): forge.asn1.Asn1 {
  const { passphrase, iterations = ITERATIONS, statedIterations = iterations } = options;
  const salt = forge.random.getBytesSync(8);
  const key = generateKey(passphrase, forge.util.createBuffer(salt), 3, iterations, 20);
  const hmac = forge.hmac.create();
  hmac.start('sha1', key.getBytes());
  hmac.update(content);
  const algorithm = seq([oid(pki.oids.sha1!), asn1.create(Class.UNIVERSAL, Type.NULL, false, '')]);
  const digest = seq([algorithm, octets(hmac.digest().getBytes())]);
  return seq([digest, octets(salt), integer(statedIterations)]);
}

function seq(value: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, value);
}

function explicit(value: forge.asn1.Asn1): forge.asn1.Asn1 {
  return asn1.create(Class.CONTEXT_SPECIFIC, Type.NONE, true, [value]);
}

function octets(value: string): forge.asn1.Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, value);
}

function oid(value: string): forge.asn1.Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(value).getBytes());
}

function integer(value: number): forge.asn1.Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes());
}

function der(value: forge.asn1.Asn1): string {
  return asn1.toDer(value).getBytes();
}
