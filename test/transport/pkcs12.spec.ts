import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CertificateError } from '../../lib/errors/index.js';
import { readPrivateKey } from '../../lib/transport/certificate/load-certificate.js';
import { readPkcs12 } from '../../lib/transport/certificate/pkcs12.js';
import { loadCertificate, type PixPfxCertificate } from '../../lib/transport/index.js';
import {
  TestAuthority,
  encryptPrivateKey,
  toPkcs12,
  type Pkcs12Options,
  type TestCertificate,
} from '../support/certificates.js';
import { aes192AndSha384, scryptKey, twoKeyDesAndRc2 } from './support/openssl-files.js';

let folder: string;
let root: TestAuthority;
let issuing: TestAuthority;
let ec: TestCertificate;
let rsa: TestCertificate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-pkcs12-'));
  root = await TestAuthority.create('Root');
  issuing = await root.createIntermediate('Issuing');
  ec = await issuing.issueClient();
  rsa = await issuing.issueClient({ keyType: 'RSA' });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function pkcs12(options: Partial<Pkcs12Options> = {}): Buffer {
  return toPkcs12({ certificates: [ec.cert], keys: [ec.key], passphrase: 'senha', ...options });
}

async function refusal(options: PixPfxCertificate): Promise<CertificateError> {
  const error: unknown = await loadCertificate(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CertificateError);
  return error as CertificateError;
}

describe('a PKCS#12 file', () => {
  it('loads from a path, from bytes and from a stream', async () => {
    const bytes = pkcs12();
    const path = join(folder, 'client.p12');
    await writeFile(path, bytes);
    for (const pfx of [path, bytes, createReadStream(path), Readable.from([bytes])]) {
      const loaded = await loadCertificate({ pfx, passphrase: 'senha' });
      expect(loaded.cert).toBe(ec.cert);
      expect(loaded.key).toBe(ec.key);
    }
  });

  it('loads from base64 text', async () => {
    const pfx = pkcs12().toString('base64').replace(/.{76}/g, '$&\n');
    expect((await loadCertificate({ pfx, passphrase: 'senha' })).key).toBe(ec.key);
  });

  describe.each(['aes256', '3des', 'rc2-40'] as const)('encrypted with %s', (cipher) => {
    it.each(['EC', 'RSA'] as const)('loads with an %s key', async (keyType) => {
      const { cert, key } = keyType === 'EC' ? ec : rsa;
      const pfx = pkcs12({ certificates: [cert], keys: [key], cipher });
      const loaded = await loadCertificate({ pfx, passphrase: 'senha' });
      expect(loaded.cert).toBe(cert);
      expect(loaded.key).toBe(key);
    });

    it('loads with an empty password in both encodings', async () => {
      for (const passphrase of ['', null]) {
        const pfx = pkcs12({ cipher, passphrase });
        expect((await loadCertificate({ pfx, passphrase: '' })).key).toBe(ec.key);
        expect((await loadCertificate({ pfx })).key).toBe(ec.key);
      }
    });

    it('loads with a password outside ASCII', async () => {
      const pfx = pkcs12({ cipher, passphrase: 'açaí-€' });
      expect((await loadCertificate({ pfx, passphrase: 'açaí-€' })).key).toBe(ec.key);
    });
  });

  it('orders the chain from the client certificate up', async () => {
    const pfx = pkcs12({ certificates: [root.cert, issuing.cert, rsa.cert], keys: [rsa.key] });
    const loaded = await loadCertificate({ pfx, passphrase: 'senha' });
    expect(loaded.cert).toBe(rsa.cert + issuing.cert + root.cert);
  });

  it('loads without an integrity check', async () => {
    const pfx = pkcs12({ mac: false });
    expect((await loadCertificate({ pfx, passphrase: 'senha' })).key).toBe(ec.key);
  });
});

describe('files written by openssl', () => {
  it.each([
    ['two-key 3DES and RC2 of 128 bits', twoKeyDesAndRc2],
    ['AES of 128 and 192 bits and SHA-384', aes192AndSha384],
  ])('open only with their passphrase: %s', async (_name, base64) => {
    const source = { option: 'certificate.pfx', bytes: Buffer.from(base64, 'base64') };
    const { keys, certificates } = await readPkcs12(source, 'senha');
    expect(certificates[0]!.subject).toBe('CN=x');
    expect(certificates[0]!.checkPrivateKey(keys[0]!)).toBe(true);
    await expect(readPkcs12(source, 'errada')).rejects.toMatchObject({
      errorCode: 'PIX_CERTIFICATE_PASSPHRASE_WRONG',
    });
  });

  it('are refused with the command that converts them: a key encrypted with scrypt', async () => {
    const source = { option: 'certificate.key', bytes: Buffer.from(scryptKey) };
    await expect(readPrivateKey(source, 'senha')).rejects.toMatchObject({
      errorCode: 'PIX_CERTIFICATE_UNSUPPORTED',
      message: expect.stringContaining('openssl pkcs8'),
    });
  });
});

describe('the work limit of a file', () => {
  it('applies to the integrity check', async () => {
    for (const statedIterations of [1_000_001, 2 ** 31 - 1]) {
      const error = await refusal({ pfx: pkcs12({ statedIterations }), passphrase: 'senha' });
      expect(error.errorCode).toBe('PIX_CERTIFICATE_UNSUPPORTED');
      expect(error.message).toContain('1,000,000 iterations');
    }
  });

  it('applies to encrypted certificates and keys, also in PEM', async () => {
    for (const cipher of ['aes256', '3des', 'rc2-40'] as const) {
      const pfx = pkcs12({ cipher, statedLockIterations: 2 ** 31 - 1 });
      const error = await refusal({ pfx, passphrase: 'senha' });
      expect(error.errorCode).toBe('PIX_CERTIFICATE_UNSUPPORTED');
      const key = encryptPrivateKey(ec.key, 'senha', cipher, 2 ** 31 - 1);
      await expect(
        loadCertificate({ cert: ec.cert, key, passphrase: 'senha' }),
      ).rejects.toMatchObject({ errorCode: 'PIX_CERTIFICATE_UNSUPPORTED' });
    }
  });

  it('applies to the number of encrypted parts', async () => {
    const keys = Array.from({ length: 70 }, () => ec.key);
    const error = await refusal({ pfx: pkcs12({ keys }), passphrase: 'senha' });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_UNSUPPORTED');
  });

  it('keeps the event loop responsive', async () => {
    const pfx = pkcs12({ iterations: 100_000 });
    let turns = 0;
    const count = () => {
      turns += 1;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    await loadCertificate({ pfx, passphrase: 'senha' });
    clearImmediate(immediate);
    expect(turns).toBeGreaterThan(500);
  });
});

describe('PKCS#12 errors', () => {
  it('name the file when the password is wrong', async () => {
    const path = join(folder, 'locked.p12');
    await writeFile(path, pkcs12());
    for (const passphrase of ['errada', '']) {
      const error = await refusal({ pfx: path, passphrase });
      expect(error.errorCode).toBe('PIX_CERTIFICATE_PASSPHRASE_WRONG');
      expect(error.message).toContain(path);
      expect(error.message).not.toContain('errada');
    }
  });

  it('report a missing password', async () => {
    const error = await refusal({ pfx: pkcs12() });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_PASSPHRASE_MISSING');
    expect(error.message).toContain('certificate.passphrase');
  });

  it('name a missing file', async () => {
    const path = join(folder, 'absent.p12');
    const error = await refusal({ pfx: path });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_NOT_FOUND');
    expect(error.message).toContain(path);
  });

  it('report a file without a key', async () => {
    const error = await refusal({ pfx: pkcs12({ keys: [] }), passphrase: 'senha' });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_KEY_MISSING');
  });

  it('report a file without a certificate', async () => {
    const error = await refusal({ pfx: pkcs12({ certificates: [] }), passphrase: 'senha' });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_MISSING');
  });

  it('report a key that does not match the certificate', async () => {
    const error = await refusal({ pfx: pkcs12({ keys: [rsa.key] }), passphrase: 'senha' });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_KEY_MISMATCH');
  });

  it('report an expired certificate', async () => {
    const { cert, key } = await issuing.issueClient({ notAfter: new Date(Date.now() - 60_000) });
    const pfx = pkcs12({ certificates: [cert], keys: [key] });
    expect((await refusal({ pfx, passphrase: 'senha' })).errorCode).toBe('PIX_CERTIFICATE_EXPIRED');
  });

  it('report other content and truncated content', async () => {
    for (const pfx of [Buffer.from('hello'), pkcs12().subarray(0, 300), Buffer.from([0x30, 0])]) {
      const error = await refusal({ pfx, passphrase: 'senha' });
      expect(error.errorCode).toBe('PIX_CERTIFICATE_INVALID');
    }
  });

  it('report PEM content', async () => {
    const error = await refusal({ pfx: ec.cert });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_INVALID');
    expect(error.message).toContain('`cert` and `key`');
  });

  it('report a stream that fails or was already read', async () => {
    const broken = new PassThrough();
    broken.destroy(new Error('gone'));
    expect((await refusal({ pfx: broken })).errorCode).toBe('PIX_CERTIFICATE_UNREADABLE');
    const consumed = Readable.from([pkcs12()]);
    await loadCertificate({ pfx: consumed, passphrase: 'senha' });
    expect((await refusal({ pfx: consumed, passphrase: 'senha' })).message).toContain(
      'certificate.pfx',
    );
  });

  it('report a stream that does not end', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    );
    expect((await refusal({ pfx: endless })).errorCode).toBe('PIX_CERTIFICATE_INVALID');
  });
});
