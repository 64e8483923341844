import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CertificateError } from '../../lib/errors/index.js';
import { loadCertificate, type PixPfxCertificate } from '../../lib/transport/index.js';
import {
  TestAuthority,
  toPkcs12,
  type Pkcs12Options,
  type TestCertificate,
} from '../support/certificates.js';

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
  it('interface.md Authentication 2: loads from a path, from bytes and from a stream', async () => {
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

  describe.each(['aes256', '3des', 'rc2-40'] as const)('locked with %s', (cipher) => {
    it.each(['EC', 'RSA'] as const)('loads with an %s key', async (keyType) => {
      const { cert, key } = keyType === 'EC' ? ec : rsa;
      const pfx = pkcs12({ certificates: [cert], keys: [key], cipher });
      const loaded = await loadCertificate({ pfx, passphrase: 'senha' });
      expect(loaded.cert).toBe(cert);
      expect(loaded.key).toBe(key);
    });

    it('loads with an empty password, in both ways of writing it', async () => {
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

  it('puts the chain in order, the own certificate first', async () => {
    const pfx = pkcs12({ certificates: [root.cert, issuing.cert, rsa.cert], keys: [rsa.key] });
    const loaded = await loadCertificate({ pfx, passphrase: 'senha' });
    expect(loaded.cert).toBe(rsa.cert + issuing.cert + root.cert);
  });

  it('loads without an integrity check', async () => {
    const pfx = pkcs12({ mac: false });
    expect((await loadCertificate({ pfx, passphrase: 'senha' })).key).toBe(ec.key);
  });
});

describe('a PKCS#12 file that can not be used', () => {
  it('has another password: names the file', async () => {
    const path = join(folder, 'locked.p12');
    await writeFile(path, pkcs12());
    for (const passphrase of ['errada', '']) {
      const error = await refusal({ pfx: path, passphrase });
      expect(error.errorCode).toBe('PIX_CERTIFICATE_PASSPHRASE_WRONG');
      expect(error.message).toContain(path);
      expect(error.message).not.toContain('errada');
    }
  });

  it('needs a password and got none', async () => {
    const error = await refusal({ pfx: pkcs12() });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_PASSPHRASE_MISSING');
    expect(error.message).toContain('certificate.passphrase');
  });

  it('does not exist', async () => {
    const path = join(folder, 'absent.p12');
    const error = await refusal({ pfx: path });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_NOT_FOUND');
    expect(error.message).toContain(path);
  });

  it('holds no key', async () => {
    const error = await refusal({ pfx: pkcs12({ keys: [] }), passphrase: 'senha' });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_KEY_MISSING');
  });

  it('holds no certificate', async () => {
    const error = await refusal({ pfx: pkcs12({ certificates: [] }), passphrase: 'senha' });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_MISSING');
  });

  it('holds the key of another', async () => {
    const error = await refusal({ pfx: pkcs12({ keys: [rsa.key] }), passphrase: 'senha' });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_KEY_MISMATCH');
  });

  it('has expired', async () => {
    const { cert, key } = await issuing.issueClient({ notAfter: new Date(Date.now() - 60_000) });
    const pfx = pkcs12({ certificates: [cert], keys: [key] });
    expect((await refusal({ pfx, passphrase: 'senha' })).errorCode).toBe('PIX_CERTIFICATE_EXPIRED');
  });

  it('is something else, or cut short', async () => {
    for (const pfx of [Buffer.from('hello'), pkcs12().subarray(0, 300), Buffer.from([0x30, 0])]) {
      const error = await refusal({ pfx, passphrase: 'senha' });
      expect(error.errorCode).toBe('PIX_CERTIFICATE_INVALID');
    }
  });

  it('is PEM', async () => {
    const error = await refusal({ pfx: ec.cert });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_INVALID');
    expect(error.message).toContain('`cert` and `key`');
  });

  it('comes from a stream that breaks, or was read before', async () => {
    const broken = new PassThrough();
    broken.destroy(new Error('gone'));
    expect((await refusal({ pfx: broken })).errorCode).toBe('PIX_CERTIFICATE_UNREADABLE');
    const spent = Readable.from([pkcs12()]);
    await loadCertificate({ pfx: spent, passphrase: 'senha' });
    expect((await refusal({ pfx: spent, passphrase: 'senha' })).message).toContain(
      'certificate.pfx',
    );
  });

  it('comes from a stream that does not end', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    );
    expect((await refusal({ pfx: endless })).errorCode).toBe('PIX_CERTIFICATE_INVALID');
  });
});
