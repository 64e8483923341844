import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import forge from 'node-forge';
import { isSupportedKey, loadCa, loadCertificate, readKey } from '../../lib/transport/index.js';
import {
  encryptPrivateKey,
  TestAuthority,
  toDer,
  toPem,
  toPkcs12,
  type TestCertificate,
} from '../support/certificates.js';

let root: TestAuthority;
let client: TestCertificate;

beforeAll(async () => {
  root = await TestAuthority.create('Root');
  client = await root.issueClient();
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('loadCertificate', () => {
  it('accepts the first and the last millisecond of the validity period', async () => {
    const { validFrom, validTo } = new X509Certificate(client.cert);
    const [first, last] = [Date.parse(validFrom), Date.parse(validTo)];
    const now = jest.spyOn(Date, 'now');
    for (const instant of [first, last]) {
      now.mockReturnValue(instant);
      await expect(loadCertificate(client)).resolves.toMatchObject({
        notBefore: new Date(first),
        notAfter: new Date(last),
      });
    }
    for (const [instant, errorCode] of [
      [first - 1, 'PIX_CERTIFICATE_NOT_YET_VALID'],
      [last + 1, 'PIX_CERTIFICATE_EXPIRED'],
    ] as const) {
      now.mockReturnValue(instant);
      await expect(loadCertificate(client)).rejects.toMatchObject({ errorCode });
    }
  });

  it('includes at most nine issuers', async () => {
    const certificates = [root.cert];
    let authority = root;
    for (let depth = 1; depth <= 10; depth += 1) {
      authority = await authority.createIntermediate(`Authority ${depth}`);
      certificates.push(authority.cert);
    }
    const { cert, key } = await authority.issueClient();
    const loaded = await loadCertificate({ cert: certificates.join('') + cert, key });
    expect(loaded.cert).toBe(cert + certificates.slice(2).reverse().join(''));
  });
});

describe('a PEM bundle', () => {
  it('loads with an unmatched BEGIN or END line', async () => {
    const begin = '-----BEGIN CERTIFICATE-----\n';
    const end = '-----END CERTIFICATE-----\n';
    for (const text of [end + root.cert, root.cert + end, begin + root.cert, root.cert + begin]) {
      expect(await loadCa(text)).toEqual([root.cert]);
    }
  });

  it('ignores blocks whose labels resemble CERTIFICATE', async () => {
    const others = ['CERTIFICATE REQUEST', 'TRUSTED CERTIFICATE']
      .map((label) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`)
      .join('');
    expect(await loadCa(others + root.cert)).toEqual([root.cert]);
    await expect(loadCa(others)).rejects.toMatchObject({ errorCode: 'PIX_CERTIFICATE_INVALID' });
  });

  it('is refused as a missing certificate when it contains a private key', async () => {
    const text = `-----BEGIN X-----\nAAAA\n-----END X-----\n${client.key}`;
    await expect(loadCa(text)).rejects.toMatchObject({ errorCode: 'PIX_CERTIFICATE_MISSING' });
  });
});

describe('an encrypted private key', () => {
  it.each(['des-ede3-cbc', 'aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc'])(
    'decrypts with %s as OpenSSL writes it',
    async (cipher) => {
      const key = createPrivateKey(client.key)
        .export({ type: 'pkcs8', format: 'pem', cipher, passphrase: 'senha' })
        .toString();
      const options = { cert: client.cert, key };
      expect((await loadCertificate({ ...options, passphrase: 'senha' })).key).toBe(client.key);
      await expect(loadCertificate({ ...options, passphrase: 'errada' })).rejects.toMatchObject({
        errorCode: 'PIX_CERTIFICATE_PASSPHRASE_WRONG',
      });
    },
  );
});

const { asn1, pki } = forge;

const USUAL = { n: 2048, d: 2048, p: 1024, q: 1024, dp: 1024, dq: 1024 };

/** An RSA key whose numbers have these bits, and are no primes: it cannot sign. With a certificate for it. */
function buildRsa(bits: Partial<typeof USUAL>) {
  const build = (count: number) => new forge.jsbn.BigInteger(`c${'b'.repeat(count / 4 - 1)}`, 16);
  const { n, d, p, q, dp, dq } = { ...USUAL, ...bits };
  const [modulus, e] = [build(n), new forge.jsbn.BigInteger('65537')];
  const own = pki.setRsaPrivateKey(
    ...([modulus, e, build(d), build(p), build(q), build(dp), build(dq), e] as const),
  );
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.setRsaPublicKey(modulus, e);
  certificate.validity.notAfter.setFullYear(2040);
  certificate.setSubject([{ name: 'commonName', value: 'slow' }]);
  certificate.setIssuer([{ name: 'commonName', value: 'slow' }]);
  certificate.sign(pki.rsa.generateKeyPair(512).privateKey, forge.md.sha256.create());
  const key = pki.privateKeyInfoToPem(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(own)));
  return { cert: pki.certificateToPem(certificate), key };
}

/** A DSA key in DER, of which OpenSSL computes the public key when it reads it. */
function buildDsa(bits: number): Buffer {
  const create = (type: forge.asn1.Type, value: string | forge.asn1.Asn1[]) =>
    asn1.create(asn1.Class.UNIVERSAL, type, typeof value !== 'string', value);
  const integer = create(asn1.Type.INTEGER, `\x7f${'\x01'.repeat(bits / 8 - 1)}`);
  const id = create(asn1.Type.OID, asn1.oidToDer('1.2.840.10040.4.1').getBytes());
  const algorithm = [id, create(asn1.Type.SEQUENCE, [integer, integer, integer])];
  const secret = create(asn1.Type.OCTETSTRING, asn1.toDer(integer).getBytes());
  const version = create(asn1.Type.INTEGER, '\0');
  const parts = [version, create(asn1.Type.SEQUENCE, algorithm), secret];
  return Buffer.from(asn1.toDer(create(asn1.Type.SEQUENCE, parts)).getBytes(), 'latin1');
}

describe('a private key that is slow to use', () => {
  const errorCode = 'PIX_CERTIFICATE_UNSUPPORTED';
  const packKey = ({ cert, key }: { cert: string; key: string }) => ({
    pfx: toPkcs12({ certificates: [cert], keys: [key], passphrase: 'senha' }),
    passphrase: 'senha',
  });

  it('is one of RSA with more than 4096 bits', async () => {
    await expect(loadCertificate(buildRsa({ n: 4096 }))).resolves.toMatchObject({
      subject: 'CN=slow',
    });
    for (const slow of [buildRsa({ n: 4104 }), buildRsa({ n: 20_000 })]) {
      for (const options of [slow, packKey(slow)]) {
        await expect(loadCertificate(options)).rejects.toMatchObject({
          errorCode,
          message: expect.stringContaining('RSA of at most 4096 bits'),
        });
      }
    }
  });

  it.each(['d', 'p', 'q', 'dp', 'dq'])(
    'is one whose number %s is longer than the modulus',
    (name) =>
      expect(loadCertificate(buildRsa({ [name]: 2056 }))).rejects.toMatchObject({ errorCode }),
  );

  it('is refused with a passphrase', async () => {
    const { cert, key } = buildRsa({ n: 20_000 });
    const encrypted = encryptPrivateKey(key, 'senha', 'aes256');
    await expect(
      loadCertificate({ cert, key: encrypted, passphrase: 'senha' }),
    ).rejects.toMatchObject({ errorCode });
  });

  it('is not even read', async () => {
    const read = (der: Buffer) => {
      const key = readKey(der, { option: 'key' });
      return key.asymmetricKeyType;
    };
    const own = toDer(client.key);
    expect(read(Buffer.concat([own, Buffer.alloc(3072 - own.length)]))).toBe('ec');
    expect(() => read(Buffer.concat([own, Buffer.alloc(3073 - own.length)]))).toThrow(
      'RSA of at most 4096 bits',
    );
    // OpenSSL would read it.
    expect(() => read(buildDsa(512))).toThrow('not a private key');
    for (const key of [buildDsa(512), toPem('PRIVATE KEY', buildDsa(512))]) {
      await expect(loadCertificate({ cert: client.cert, key })).rejects.toMatchObject({
        errorCode: 'PIX_CERTIFICATE_KEY_MISSING',
      });
    }
  });

  it('is one of a curve other than P-256, P-384 and P-521', async () => {
    // No certificate with such a key is needed: the key alone decides.
    expect(isSupportedKey(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey)).toBe(
      false,
    );
    for (const namedCurve of ['P-256', 'P-384', 'P-521']) {
      expect(isSupportedKey(generateKeyPairSync('ec', { namedCurve }).privateKey)).toBe(true);
    }
  });
});

describe('a PKCS#12 file', () => {
  const pfx = (more: Partial<Parameters<typeof toPkcs12>[0]> = {}) =>
    toPkcs12({ certificates: [client.cert], keys: [client.key], passphrase: 'senha', ...more });

  it('loads with extra bytes after its end', async () => {
    const padded = Buffer.concat([pfx(), Buffer.alloc(20)]);
    const loaded = await loadCertificate({ pfx: padded, passphrase: 'senha' });
    expect(loaded.key).toBe(client.key);
  });

  it('loads the key that matches one of its certificates', async () => {
    const other = await root.issueClient();
    const loaded = await loadCertificate({
      pfx: pfx({ keys: [other.key, client.key] }),
      passphrase: 'senha',
    });
    expect([loaded.cert, loaded.key]).toEqual([client.cert, client.key]);
  });

  it('is refused if RC2, which runs on the event loop, encrypts more than 64 KiB', async () => {
    const size = toDer(client.cert).length;
    const load = (cipher: 'aes256' | 'rc2-40', bytes: number) => {
      const certificates = Array<string>(Math.ceil(bytes / size)).fill(client.cert);
      return loadCertificate({ pfx: pfx({ certificates, cipher }), passphrase: 'senha' });
    };
    await expect(load('rc2-40', 66_000)).rejects.toMatchObject({
      errorCode: 'PIX_CERTIFICATE_UNSUPPORTED',
      message: expect.stringContaining('too long encrypted parts'),
    });
    await expect(load('aes256', 66_000)).resolves.toMatchObject({ key: client.key });
    await expect(load('rc2-40', 50_000)).resolves.toMatchObject({ key: client.key });
  });

  it('is refused with more than four keys', async () => {
    const load = (keys: readonly string[]) =>
      loadCertificate({ pfx: pfx({ keys }), passphrase: 'senha' });
    const four = Array<string>(4).fill(client.key);
    await expect(load(four)).resolves.toMatchObject({ key: client.key });
    await expect(load([...four, client.key])).rejects.toMatchObject({
      errorCode: 'PIX_CERTIFICATE_UNSUPPORTED',
      message: expect.stringContaining('more than 4 private keys'),
    });
  });

  it.each(['aes256', '3des', 'rc2-40'] as const)(
    'is refused with a wrong passphrase when it has no integrity check and uses %s',
    async (cipher) => {
      await expect(
        loadCertificate({ pfx: pfx({ mac: false, cipher }), passphrase: 'errada' }),
      ).rejects.toMatchObject({ errorCode: 'PIX_CERTIFICATE_PASSPHRASE_WRONG' });
    },
  );
});
