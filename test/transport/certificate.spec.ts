import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CertificateError } from '../../lib/errors/index.js';
import { loadCertificate, type PixCertificateOptions } from '../../lib/transport/index.js';
import {
  encryptPrivateKey,
  TestAuthority,
  toDer,
  toPem,
  type TestCertificate,
} from '../support/certificates.js';

let folder: string;
let root: TestAuthority;
let issuing: TestAuthority;
let client: TestCertificate;
let other: TestCertificate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-certificate-'));
  root = await TestAuthority.create('Root');
  issuing = await root.createIntermediate('Issuing');
  client = await issuing.issueClient({ commonName: 'EMPRESA LTDA:12345678000195' });
  other = await issuing.issueClient({ commonName: 'other' });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Returns the error of a certificate that does not load. */
async function refusal(options: PixCertificateOptions): Promise<CertificateError> {
  const error: unknown = await loadCertificate(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CertificateError);
  return error as CertificateError;
}

describe('loadCertificate with PEM', () => {
  it('loads from two paths', async () => {
    const loaded = await loadCertificate({
      cert: await file('client.pem', client.cert),
      key: await file('client.key', client.key),
    });
    expect(loaded.cert).toBe(client.cert);
    expect(loaded.key).toBe(client.key);
  });

  it('loads from a relative path', async () => {
    const path = relative(process.cwd(), await file('relative.pem', client.cert));
    const loaded = await loadCertificate({ cert: path, key: client.key });
    expect(loaded.cert).toBe(client.cert);
  });

  it('loads from text, also with escaped line breaks', async () => {
    const escape = (pem: string) => pem.replaceAll('\n', '\\n');
    await expect(loadCertificate(client)).resolves.toMatchObject({ key: client.key });
    await expect(
      loadCertificate({ cert: escape(client.cert), key: escape(client.key) }),
    ).resolves.toMatchObject({ cert: client.cert });
  });

  it('loads from Buffers, PEM or DER', async () => {
    const pem = { cert: Buffer.from(client.cert), key: Buffer.from(client.key) };
    const der = { cert: toDer(client.cert), key: toDer(client.key) };
    expect((await loadCertificate(pem)).cert).toBe(client.cert);
    expect((await loadCertificate(der)).cert).toBe(client.cert);
    expect((await loadCertificate(der)).key).toBe(client.key);
  });

  it('reads a SEC1 key', async () => {
    const sec1 = createPrivateKey(client.key).export({ type: 'sec1', format: 'der' });
    expect((await loadCertificate({ cert: client.cert, key: sec1 })).key).toBe(client.key);
  });

  it('reads the certificate and the key from one file with other text', async () => {
    const combined = await file(
      'combined.pem',
      `Bag Attributes\n  friendlyName: a\n${client.key}\nsubject=x\n${client.cert}`,
    );
    const loaded = await loadCertificate({ cert: combined, key: combined });
    expect(loaded.cert).toBe(client.cert);
  });

  it('orders the chain from the client certificate up and omits unrelated certificates', async () => {
    const cert = root.cert + issuing.cert + other.cert + client.cert;
    const loaded = await loadCertificate({ cert, key: client.key });
    expect(loaded.cert).toBe(client.cert + issuing.cert + root.cert);
  });

  it('prefers the newest certificate that matches the key', async () => {
    const { keys } = client;
    const old = await issuing.issueClient({ keys, notAfter: new Date(Date.now() - 60_000) });
    const loaded = await loadCertificate({ cert: old.cert + client.cert, key: client.key });
    expect(loaded.cert).toBe(client.cert);
  });

  it.each(['aes256', '3des'] as const)('decrypts a key encrypted with %s', async (cipher) => {
    const key = encryptPrivateKey(client.key, 'senha', cipher);
    const loaded = await loadCertificate({ cert: client.cert, key, passphrase: 'senha' });
    expect(loaded.key).toBe(client.key);
  });

  it('decrypts a key in the traditional format', async () => {
    const key = createPrivateKey(client.key).export({
      type: 'sec1',
      format: 'pem',
      cipher: 'aes-128-cbc',
      passphrase: 'senha',
    });
    expect(key).toContain('Proc-Type: 4,ENCRYPTED');
    const loaded = await loadCertificate({ cert: client.cert, key, passphrase: 'senha' });
    expect(loaded.key).toBe(client.key);
  });

  it('decrypts a key with an empty passphrase', async () => {
    const key = encryptPrivateKey(client.key, '', 'aes256');
    const loaded = await loadCertificate({ cert: client.cert, key, passphrase: '' });
    expect(loaded.key).toBe(client.key);
  });

  it('ignores a passphrase for an unencrypted key', async () => {
    await expect(loadCertificate({ ...client, passphrase: '' })).resolves.toBeDefined();
    await expect(loadCertificate({ ...client, passphrase: 'x' })).resolves.toBeDefined();
  });
});

describe('a loaded certificate', () => {
  it('has its names, validity period and fingerprint', async () => {
    const x509 = new X509Certificate(client.cert);
    const loaded = await loadCertificate(client);
    expect(loaded.issuer).toBe('CN=Issuing');
    expect(loaded.notAfter).toEqual(new Date(x509.validTo));
    expect(loaded.notBefore).toEqual(new Date(x509.validFrom));
    expect(loaded.fingerprint).toBe(x509.fingerprint256);
  });

  it('prints neither the key nor the tax id', async () => {
    const loaded = await loadCertificate(client);
    const printed = [
      inspect(loaded, { depth: 5, showHidden: true }),
      JSON.stringify(loaded),
      JSON.stringify(Object.entries(loaded)),
    ].join();
    expect(printed).toContain('EMPRESA LTDA');
    expect(printed).not.toContain('12345678000195');
    expect(printed).not.toContain('PRIVATE KEY');
    expect(printed).not.toContain(toDer(client.key).toString('base64').slice(0, 20));
  });
});

describe('loadCertificate errors', () => {
  it('names the missing file and asks to check the path', async () => {
    const path = join(folder, 'absent.pem');
    const error = await refusal({ cert: path, key: client.key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_NOT_FOUND');
    expect(error.message).toContain(path);
    expect(error.message).toContain('check the path');
    expect(error.details).toEqual({ option: 'certificate.cert', file: path });
    expect(error.cause).toMatchObject({ code: 'ENOENT' });
  });

  it('reports a path that is a directory', async () => {
    const error = await refusal({ cert: client.cert, key: folder });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_UNREADABLE');
    expect(error.message).toContain(`${folder} (certificate.key) is a directory`);
  });

  it('reports a file without read permission', async () => {
    const key = await file('secret.key', client.key);
    await chmod(folder, 0o755);
    await chmod(key, 0o000);
    const error = await asUnprivilegedUser(() => refusal({ cert: client.cert, key }));
    expect(error.errorCode).toBe('PIX_CERTIFICATE_UNREADABLE');
    expect(error.message).toContain(key);
    expect(error.message).toContain('read permission');
  });

  it('reports an empty file or text', async () => {
    const error = await refusal({ cert: await file('empty.pem', ''), key: client.key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_EMPTY');
    expect((await refusal({ cert: '', key: client.key })).errorCode).toBe('PIX_CERTIFICATE_EMPTY');
  });

  it('reports content that is not a certificate', async () => {
    const path = await file('note.pem', 'hello');
    const error = await refusal({ cert: path, key: client.key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_INVALID');
    expect(error.message).toContain(path);
    const damaged = client.cert.replace(/.{64}\n/, 'AAAA\n');
    expect((await refusal({ cert: damaged, key: client.key })).errorCode).toBe(
      'PIX_CERTIFICATE_INVALID',
    );
    expect((await refusal({ cert: Buffer.from([0x30, 1]), key: client.key })).errorCode).toBe(
      'PIX_CERTIFICATE_INVALID',
    );
  });

  it('reports a certificate and a key that are swapped', async () => {
    const error = await refusal({ cert: client.key, key: client.cert });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_MISSING');
    expect(error.message).toContain('swapped');
  });

  it('reports content that is not a private key', async () => {
    for (const key of [client.cert, 'hello'.padEnd(10), Buffer.from('hello')]) {
      const given = typeof key === 'string' && key !== client.cert ? await file('k', key) : key;
      const error = await refusal({ cert: client.cert, key: given });
      expect(error.errorCode).toBe('PIX_CERTIFICATE_KEY_MISSING');
    }
    const damaged = client.key.replace(/.{64}\n/, 'AAAA\n');
    expect((await refusal({ cert: client.cert, key: damaged })).errorCode).toBe(
      'PIX_CERTIFICATE_KEY_MISSING',
    );
  });

  it('names both files when the key does not match the certificate', async () => {
    const cert = await file('mine.pem', client.cert);
    const key = await file('other.key', other.key);
    const error = await refusal({ cert, key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_KEY_MISMATCH');
    expect(error.message).toContain(cert);
    expect(error.message).toContain(key);
  });

  it('reports when the certificate expired', async () => {
    const notAfter = new Date(Date.now() - 60_000);
    const error = await refusal(await issuing.issueClient({ notAfter }));
    expect(error.errorCode).toBe('PIX_CERTIFICATE_EXPIRED');
    expect(error.message).toContain(notAfter.toISOString().slice(0, 16));
  });

  it('reports when the certificate becomes valid', async () => {
    const notBefore = new Date(Date.now() + 3_600_000);
    const error = await refusal(await issuing.issueClient({ notBefore }));
    expect(error.errorCode).toBe('PIX_CERTIFICATE_NOT_YET_VALID');
    expect(error.message).toContain(notBefore.toISOString().slice(0, 16));
  });

  it('reports a missing passphrase for an encrypted key', async () => {
    const key = encryptPrivateKey(client.key, 'senha', 'aes256');
    const error = await refusal({ cert: client.cert, key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_PASSPHRASE_MISSING');
    expect(error.message).toContain('certificate.passphrase');
  });

  it('reports a wrong passphrase without its value', async () => {
    const key = encryptPrivateKey(client.key, 'senha', 'aes256');
    for (const passphrase of ['errada-123', '']) {
      const error = await refusal({ cert: client.cert, key, passphrase });
      expect(error.errorCode).toBe('PIX_CERTIFICATE_PASSPHRASE_WRONG');
      expect(inspect(error)).not.toContain('errada-123');
    }
  });

  it('reports a key encrypted with an unsupported cipher', async () => {
    const rc2 = toDer(encryptPrivateKey(client.key, 'senha', 'rc2-40')).toString('hex');
    // The identifier of RC4, which is not supported.
    const rc4 = rc2.replace('2a864886f70d010c0106', '2a864886f70d010c0101');
    const key = toPem('ENCRYPTED PRIVATE KEY', Buffer.from(rc4, 'hex'));
    const error = await refusal({ cert: client.cert, key, passphrase: 'senha' });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_UNSUPPORTED');
    expect(error.message).toContain('openssl pkcs8');
  });

  it('reports an option of the wrong type', async () => {
    const error = await refusal({ cert: 5 as unknown as string, key: client.key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_MISSING');
  });

  it('contain no key material', async () => {
    const locked = encryptPrivateKey(client.key, 'senha', 'aes256');
    const printed = inspect([
      await refusal({ cert: client.key, key: client.key }),
      await refusal({ cert: client.cert, key: other.key }),
      await refusal({ cert: client.cert, key: locked, passphrase: 'x' }),
    ]);
    expect(printed).not.toContain('BEGIN PRIVATE');
    for (const secret of [client.key, other.key, locked]) {
      expect(printed).not.toContain(toDer(secret).toString('base64').slice(0, 20));
    }
  });
});

/** Runs the work as an unprivileged user, because root can read every file. */
async function asUnprivilegedUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
