import { createPrivateKey, X509Certificate } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { loadCa, loadCertificate } from '../../lib/transport/index.js';
import { TestAuthority, toPkcs12, type TestCertificate } from '../support/certificates.js';
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

  it.each(['aes256', '3des', 'rc2-40'] as const)(
    'is refused with a wrong passphrase when it has no integrity check and uses %s',
    async (cipher) => {
      await expect(
        loadCertificate({ pfx: pfx({ mac: false, cipher }), passphrase: 'errada' }),
      ).rejects.toMatchObject({ errorCode: 'PIX_CERTIFICATE_PASSPHRASE_WRONG' });
    },
  );
});
