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

/** The error of a certificate that does not load. */
async function refusal(options: PixCertificateOptions): Promise<CertificateError> {
  const error: unknown = await loadCertificate(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CertificateError);
  return error as CertificateError;
}

describe('a PEM pair', () => {
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

  it('loads from text, and from text with "\\n" written out', async () => {
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

  it('reads the older key encodings', async () => {
    const sec1 = createPrivateKey(client.key).export({ type: 'sec1', format: 'der' });
    expect((await loadCertificate({ cert: client.cert, key: sec1 })).key).toBe(client.key);
  });

  it('finds certificate and key in one file, whatever stands between them', async () => {
    const combined = await file(
      'combined.pem',
      `Bag Attributes\n  friendlyName: a\n${client.key}\nsubject=x\n${client.cert}`,
    );
    const loaded = await loadCertificate({ cert: combined, key: combined });
    expect(loaded.cert).toBe(client.cert);
  });

  it('puts the chain in order, the own certificate first, and leaves strangers out', async () => {
    const cert = root.cert + issuing.cert + other.cert + client.cert;
    const loaded = await loadCertificate({ cert, key: client.key });
    expect(loaded.cert).toBe(client.cert + issuing.cert + root.cert);
  });

  it('prefers the newest of the certificates that belong to the key', async () => {
    const { keys } = client;
    const old = await issuing.issueClient({ keys, notAfter: new Date(Date.now() - 60_000) });
    const loaded = await loadCertificate({ cert: old.cert + client.cert, key: client.key });
    expect(loaded.cert).toBe(client.cert);
  });

  it.each(['aes256', '3des'] as const)('unlocks a key locked with %s', async (cipher) => {
    const key = encryptPrivateKey(client.key, 'senha', cipher);
    const loaded = await loadCertificate({ cert: client.cert, key, passphrase: 'senha' });
    expect(loaded.key).toBe(client.key);
  });

  it('unlocks a key of the traditional format', async () => {
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

  it('unlocks a key whose passphrase is empty', async () => {
    const key = encryptPrivateKey(client.key, '', 'aes256');
    const loaded = await loadCertificate({ cert: client.cert, key, passphrase: '' });
    expect(loaded.key).toBe(client.key);
  });

  it('does not mind a passphrase for a key that is not locked', async () => {
    await expect(loadCertificate({ ...client, passphrase: '' })).resolves.toBeDefined();
    await expect(loadCertificate({ ...client, passphrase: 'x' })).resolves.toBeDefined();
  });
});

describe('what is known of a loaded certificate', () => {
  it('is its names, validity and fingerprint', async () => {
    const x509 = new X509Certificate(client.cert);
    const loaded = await loadCertificate(client);
    expect(loaded.issuer).toBe('CN=Issuing');
    expect(loaded.notAfter).toEqual(new Date(x509.validTo));
    expect(loaded.notBefore).toEqual(new Date(x509.validFrom));
    expect(loaded.fingerprint).toBe(x509.fingerprint256);
  });

  it('prints neither key nor tax id', async () => {
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

describe('a certificate that can not be used', () => {
  it('does not exist: names the file and says to check the path', async () => {
    const path = join(folder, 'absent.pem');
    const error = await refusal({ cert: path, key: client.key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_NOT_FOUND');
    expect(error.message).toContain(path);
    expect(error.message).toContain('check the path');
    expect(error.details).toEqual({ option: 'certificate.cert', file: path });
    expect(error.cause).toMatchObject({ code: 'ENOENT' });
  });

  it('is a directory', async () => {
    const error = await refusal({ cert: client.cert, key: folder });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_UNREADABLE');
    expect(error.message).toContain(`${folder} (certificate.key) is a directory`);
  });

  it('may not be read', async () => {
    const key = await file('secret.key', client.key);
    await chmod(folder, 0o755);
    await chmod(key, 0o000);
    const error = await asOrdinaryUser(() => refusal({ cert: client.cert, key }));
    expect(error.errorCode).toBe('PIX_CERTIFICATE_UNREADABLE');
    expect(error.message).toContain(key);
    expect(error.message).toContain('read permission');
  });

  it('is empty', async () => {
    const error = await refusal({ cert: await file('empty.pem', ''), key: client.key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_EMPTY');
    expect((await refusal({ cert: '', key: client.key })).errorCode).toBe('PIX_CERTIFICATE_EMPTY');
  });

  it('is no certificate', async () => {
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

  it('was swapped with its key', async () => {
    const error = await refusal({ cert: client.key, key: client.cert });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_MISSING');
    expect(error.message).toContain('swapped');
  });

  it('has a key that is none', async () => {
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

  it('has the key of another: names both files', async () => {
    const cert = await file('mine.pem', client.cert);
    const key = await file('other.key', other.key);
    const error = await refusal({ cert, key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_KEY_MISMATCH');
    expect(error.message).toContain(cert);
    expect(error.message).toContain(key);
  });

  it('has expired: says when', async () => {
    const notAfter = new Date(Date.now() - 60_000);
    const error = await refusal(await issuing.issueClient({ notAfter }));
    expect(error.errorCode).toBe('PIX_CERTIFICATE_EXPIRED');
    expect(error.message).toContain(notAfter.toISOString().slice(0, 16));
  });

  it('is not valid yet: says from when', async () => {
    const notBefore = new Date(Date.now() + 3_600_000);
    const error = await refusal(await issuing.issueClient({ notBefore }));
    expect(error.errorCode).toBe('PIX_CERTIFICATE_NOT_YET_VALID');
    expect(error.message).toContain(notBefore.toISOString().slice(0, 16));
  });

  it('has a locked key and no passphrase', async () => {
    const key = encryptPrivateKey(client.key, 'senha', 'aes256');
    const error = await refusal({ cert: client.cert, key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_PASSPHRASE_MISSING');
    expect(error.message).toContain('certificate.passphrase');
  });

  it('has a locked key and the wrong passphrase, which is not repeated', async () => {
    const key = encryptPrivateKey(client.key, 'senha', 'aes256');
    for (const passphrase of ['errada-123', '']) {
      const error = await refusal({ cert: client.cert, key, passphrase });
      expect(error.errorCode).toBe('PIX_CERTIFICATE_PASSPHRASE_WRONG');
      expect(inspect(error)).not.toContain('errada-123');
    }
  });

  it('has a key locked with a cipher of the past', async () => {
    const rc2 = toDer(encryptPrivateKey(client.key, 'senha', 'rc2-40')).toString('hex');
    // The identifier of RC4, which nothing here opens.
    const rc4 = rc2.replace('2a864886f70d010c0106', '2a864886f70d010c0101');
    const key = toPem('ENCRYPTED PRIVATE KEY', Buffer.from(rc4, 'hex'));
    const error = await refusal({ cert: client.cert, key, passphrase: 'senha' });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_UNSUPPORTED');
    expect(error.message).toContain('openssl pkcs8');
  });

  it('is of a type that holds nothing', async () => {
    const error = await refusal({ cert: 5 as unknown as string, key: client.key });
    expect(error.errorCode).toBe('PIX_CERTIFICATE_MISSING');
  });

  it('never shows its content', async () => {
    const locked = encryptPrivateKey(client.key, 'senha', 'aes256');
    const shown = inspect([
      await refusal({ cert: client.key, key: client.key }),
      await refusal({ cert: client.cert, key: other.key }),
      await refusal({ cert: client.cert, key: locked, passphrase: 'x' }),
    ]);
    expect(shown).not.toContain('BEGIN PRIVATE');
    for (const secret of [client.key, other.key, locked]) {
      expect(shown).not.toContain(toDer(secret).toString('base64').slice(0, 20));
    }
  });
});

/** Root may read everything. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
