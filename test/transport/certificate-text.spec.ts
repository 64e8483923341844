import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CertificateError } from '../../lib/errors/index.js';
import { loadTrustAnchors } from '../../lib/receiver/authentication/certificates.js';
import { loadCa } from '../../lib/transport/certificate/load-certificate.js';
import { contentOfText, isFileName } from '../../lib/transport/certificate/source.js';
import { loadCertificate } from '../../lib/transport/index.js';
import { TestAuthority, toDer, toPkcs12, type TestCertificate } from '../support/certificates.js';

let authority: TestAuthority;
let ec: TestCertificate;
let rsa: TestCertificate;
let folder: string;

beforeAll(async () => {
  authority = await TestAuthority.create('Authority');
  ec = await authority.issueClient();
  rsa = await authority.issueClient({ keyType: 'RSA' });
  folder = await mkdtemp(join(tmpdir(), 'pix-text-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Encodings of a PEM file in environment variables, Kubernetes and CI systems. */
const forms: readonly (readonly [name: string, encode: (pem: string) => string])[] = [
  ['PEM', (pem) => pem],
  ['PEM in one line', (pem) => pem.replaceAll('\n', '\\n')],
  ['PEM folded by spaces', (pem) => pem.replaceAll('\n', ' ')],
  ['PEM in indented lines', (pem) => pem.replaceAll('\n', '\n    ')],
  ['PEM in one line within its boundaries', (pem) => pem.replace(/(?<=[\w+/=])\n(?=[\w+/=])/g, '')],
  ['base64 of PEM', (pem) => Buffer.from(pem).toString('base64')],
  ['base64 of PEM in lines', (pem) => lines(Buffer.from(pem).toString('base64'))],
  ['base64url of PEM', (pem) => Buffer.from(pem).toString('base64url')],
  ['base64 of DER', (pem) => toDer(pem).toString('base64')],
  ['base64 of DER in lines', (pem) => lines(toDer(pem).toString('base64'))],
  ['base64url of DER', (pem) => toDer(pem).toString('base64url')],
];

function lines(text: string): string {
  return text.replace(/.{64}/g, '$&\n');
}

describe.each(forms)('text encoded as %s', (_name, encode) => {
  it.each(['EC', 'RSA'] as const)('loads as a certificate and an %s key', async (type) => {
    const { cert, key } = type === 'EC' ? ec : rsa;
    const loaded = await loadCertificate({ cert: encode(cert), key: encode(key) });
    expect([loaded.cert, loaded.key]).toEqual([cert, key]);
  });

  it('loads as the authority of the provider and of its webhooks', async () => {
    expect(await loadCa(encode(authority.cert))).toEqual([authority.cert]);
    expect(loadTrustAnchors(encode(authority.cert)).map(String)).toEqual([authority.cert]);
  });

  it('loads from a file', async () => {
    const cert = join(folder, 'cert');
    await writeFile(cert, encode(ec.cert));
    expect((await loadCertificate({ cert, key: encode(ec.key) })).cert).toBe(ec.cert);
  });
});

it.each(['\\n', ' ', '', '\\r\\n', '\r', '\r\n', '\t', '   ', '\n  ', ' \\n '])(
  'loads a chain and an encrypted key whose lines are joined by %j',
  async (joint) => {
    const fold = (pem: string | Buffer) => String(pem).trim().replaceAll('\n', joint);
    const passphrase = 'senha';
    const rsaKey = createPrivateKey(rsa.key);
    for (const [type, cipher] of [
      ['pkcs8', 'aes-256-cbc'],
      ['pkcs1', 'aes-256-cbc'],
      ['pkcs1', 'des-ede3-cbc'],
    ] as const) {
      const key = rsaKey.export({ type, format: 'pem', cipher, passphrase });
      const cert = fold(rsa.cert + authority.cert);
      const loaded = await loadCertificate({ cert, key: fold(key), passphrase });
      expect([loaded.cert, loaded.key]).toEqual([rsa.cert + authority.cert, rsa.key]);
    }
  },
);

it('PKCS#12 loads from base64 and base64url text with or without line breaks', async () => {
  const pfx = toPkcs12({ certificates: [ec.cert], keys: [ec.key], passphrase: 'senha' });
  for (const text of [
    pfx.toString('base64'),
    pfx.toString('base64url'),
    lines(pfx.toString('base64')),
  ]) {
    expect((await loadCertificate({ pfx: text, passphrase: 'senha' })).key).toBe(ec.key);
  }
});

describe('unreadable text', () => {
  /** Keys in unsupported encodings, damaged keys and values pasted into the wrong variable. */
  function secrets(): string[] {
    return [ec.key, rsa.key].flatMap((key) => {
      const base64 = toDer(key).toString('base64');
      return [
        base64.slice(8),
        base64.slice(0, -12),
        `key:${base64}`,
        `"${base64}"`,
        toDer(key).toString('hex'),
        key.replaceAll('-', ''),
        key.replaceAll('-----BEGIN', '----BEGIN'),
        Buffer.from(base64).toString('base64'),
        base64.slice(8).replaceAll('=', '').replaceAll('/', '_'),
        lines(base64.slice(4)).trim(),
        base64.slice(8).replaceAll('/', '/a/'),
        ...[':', '-', ' ', '.', '/', ','].map((mark) => split(toDer(key).toString('hex'), 2, mark)),
        ...[',', ':', '.', '|', '%0A', '/', '-', '_'].flatMap((mark) =>
          [8, 16, 32, 40].map((size) => split(base64, size, mark)),
        ),
        `${split(base64, 16, '.')}.key`,
        JSON.stringify(createPrivateKey(key).export({ format: 'jwk' })),
        'hunter2-passphrase!-hunter2',
        'hunter2passphrase',
      ];
    });
  }

  function split(text: string, size: number, mark: string): string {
    return (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(mark);
  }

  it('does not appear in the error', async () => {
    for (const text of secrets()) {
      const attempts: (() => unknown)[] = [
        () => loadCertificate({ cert: ec.cert, key: text }),
        () => loadCertificate({ cert: text, key: ec.key }),
        () => loadCertificate({ pfx: text, passphrase: 'senha' }),
        () => loadCa(text),
        async () => loadTrustAnchors(text),
      ];
      for (const attempt of attempts) {
        const error = await Promise.resolve(attempt()).then(
          () => undefined,
          (reason: unknown) => reason as Error,
        );
        expect(error).toBeInstanceOf(CertificateError);
        const printed = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error);
        const parts = Array.from({ length: Math.floor(text.length / 8) - 1 }, (_, at) =>
          text.slice(at * 8, at * 8 + 16).replaceAll('\n', ''),
        );
        expect(parts.filter((part) => printed.includes(part))).toEqual([]);
      }
    }
  });

  it('is identified in the error by its option and length', async () => {
    const text = 'A'.repeat(300);
    await expect(loadCertificate({ cert: ec.cert, key: text })).rejects.toMatchObject({
      errorCode: 'PIX_CERTIFICATE_INVALID',
      message: expect.stringContaining('certificate.key is text of 300 characters'),
      details: { option: 'certificate.key' },
    });
  });

  it('appears in the error when it is the name of a missing file', async () => {
    for (const path of [
      './certs/cliente.pem',
      '/run/secrets/pix_client_key',
      'C:\\certs\\cliente.p12',
      '/var/lib/kubelet/pods/0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0/volumes/pix/tls.key',
      'cliente.pem',
      '/home/joão/Área de Trabalho/certificado (1).crt',
      '../2024-11-22/Producao2/cert01.PEM',
    ]) {
      expect(isFileName(path)).toBe(true);
      expect(contentOfText(path)).toBeUndefined();
      await expect(loadCertificate({ cert: ec.cert, key: path })).rejects.toMatchObject({
        errorCode: 'PIX_CERTIFICATE_NOT_FOUND',
        message: expect.stringContaining(resolve(path)),
      });
    }
  });

  it('is parsed in linear time and refused above the size limit', async () => {
    const text = '-----BEGIN A-----'.repeat(60_000);
    const before = process.cpuUsage();
    await expect(loadCertificate({ cert: text, key: text })).rejects.toThrow(CertificateError);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    const tooLong = '-----BEGIN A-----'.repeat(70_000);
    await expect(loadCertificate({ cert: tooLong, key: ec.key })).rejects.toThrow('too long');
  });
});
