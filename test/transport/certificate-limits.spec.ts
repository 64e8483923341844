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

describe('a certificate', () => {
  it('is valid in the first and in the last millisecond of its time', async () => {
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

  it('is followed by nine issuers at most', async () => {
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

describe('a PEM text', () => {
  it('may have ends that nothing begins, and beginnings that nothing ends', async () => {
    const begin = '-----BEGIN CERTIFICATE-----\n';
    const end = '-----END CERTIFICATE-----\n';
    for (const text of [end + root.cert, root.cert + end, begin + root.cert, root.cert + begin]) {
      expect(await loadCa(text)).toEqual([root.cert]);
    }
  });

  it('may have other blocks, whose labels only look like that of a certificate', async () => {
    const others = ['CERTIFICATE REQUEST', 'TRUSTED CERTIFICATE']
      .map((label) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`)
      .join('');
    expect(await loadCa(others + root.cert)).toEqual([root.cert]);
    await expect(loadCa(others)).rejects.toMatchObject({ errorCode: 'PIX_CERTIFICATE_INVALID' });
  });

  it('holds a private key in place of a certificate when one of its blocks is one', async () => {
    const text = `-----BEGIN X-----\nAAAA\n-----END X-----\n${client.key}`;
    await expect(loadCa(text)).rejects.toMatchObject({ errorCode: 'PIX_CERTIFICATE_MISSING' });
  });
});

describe('a locked key', () => {
  it.each(['des-ede3-cbc', 'aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc'])(
    'is unlocked from %s, as OpenSSL writes it',
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

  it('may have bytes after its end', async () => {
    const padded = Buffer.concat([pfx(), Buffer.alloc(20)]);
    const loaded = await loadCertificate({ pfx: padded, passphrase: 'senha' });
    expect(loaded.key).toBe(client.key);
  });

  it('is used with the key that one of its certificates belongs to', async () => {
    const other = await root.issueClient();
    const loaded = await loadCertificate({
      pfx: pfx({ keys: [other.key, client.key] }),
      passphrase: 'senha',
    });
    expect([loaded.cert, loaded.key]).toEqual([client.cert, client.key]);
  });

  it.each(['aes256', '3des', 'rc2-40'] as const)(
    'without an integrity check and locked with %s is refused with a wrong passphrase',
    async (cipher) => {
      await expect(
        loadCertificate({ pfx: pfx({ mac: false, cipher }), passphrase: 'errada' }),
      ).rejects.toMatchObject({ errorCode: 'PIX_CERTIFICATE_PASSPHRASE_WRONG' });
    },
  );
});
