import { execFileSync } from 'node:child_process';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { toPkcs12 } from '../../devkit/cli/pkcs12.js';
import { loadCertificate } from '../../lib/transport/index.js';
import { TestAuthority } from '../support/certificates.js';

const passphrase = 'senha-ç';

describe.each(['EC', 'RSA'] as const)('toPkcs12 with an %s key', (keyType) => {
  let ca: string;
  let cert: string;
  let pfx: Buffer;

  function openssl(...args: string[]): string {
    const input = ['pkcs12', '-passin', `pass:${passphrase}`, '-noenc', ...args];
    return execFileSync('openssl', input, { input: pfx, encoding: 'utf8', stdio: 'pipe' });
  }

  beforeAll(async () => {
    const authority = await TestAuthority.create();
    const client = await authority.issueClient({ keyType });
    ca = authority.cert;
    cert = client.cert;
    pfx = await toPkcs12(client, [ca], passphrase);
  });

  it('writes a file that Node opens only with the passphrase', () => {
    expect(() => createSecureContext({ pfx, passphrase })).not.toThrow();
    expect(() => createSecureContext({ pfx, passphrase: 'errada' })).toThrow(/mac verify/i);
  });

  it('writes a file that this library loads', async () => {
    const loaded = await loadCertificate({ pfx, passphrase });
    expect(new X509Certificate(loaded.cert).fingerprint256).toBe(
      new X509Certificate(cert).fingerprint256,
    );
  });

  it('writes a file in which OpenSSL finds the certificate, its key and its authority', () => {
    const found = new X509Certificate(openssl('-clcerts', '-nokeys'));
    expect(found.fingerprint256).toBe(new X509Certificate(cert).fingerprint256);
    expect(new X509Certificate(openssl('-cacerts', '-nokeys')).fingerprint256).toBe(
      new X509Certificate(ca).fingerprint256,
    );
    const key = createPublicKey(openssl('-nocerts'));
    expect(key.equals(found.publicKey)).toBe(true);
  });

  it('protects the file with AES-256 and SHA-256', () => {
    const args = ['pkcs12', '-passin', `pass:${passphrase}`, '-info', '-noout'];
    const command = ['-c', 'openssl "$@" 2>&1', 'sh', ...args];
    const info = execFileSync('sh', command, { input: pfx, encoding: 'utf8' });
    expect(info).toContain('MAC: sha256, Iteration 10000');
    expect(info).toContain('AES-256-CBC');
  });
});
