import { createPrivateKey, X509Certificate } from 'node:crypto';
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loadCertificate } from '../../lib/transport/index.js';
import { TestAuthority, toPkcs12, type TestCertificate } from '../support/certificates.js';
import { runCommand } from './support/run-command.js';

const passphrase = 'senha-do-arquivo';
const environment = { PIX_PASSPHRASE: passphrase };

let intermediate: TestAuthority;
let client: TestCertificate;
let folder: string;
let old: string;

beforeAll(async () => {
  intermediate = await (await TestAuthority.create()).createIntermediate();
  client = await intermediate.issueClient();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-convert-'));
  old = join(folder, 'old.pfx');
  const certificates = [client.cert, intermediate.cert];
  const pfx = toPkcs12({ certificates, keys: [client.key], passphrase, cipher: 'rc2-40' });
  await writeFile(old, pfx);
});
afterEach(() => rm(folder, { recursive: true }));

const convert = (args: string[], setting = {}) => runCommand(['convert-p12', ...args], setting);

async function readMode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe('nestjs-pix convert-p12', () => {
  it('writes PEM from a file with an old cipher, with a key that only its owner can read', async () => {
    const out = join(folder, 'new');
    const { exitCode, out: text } = await convert([old, '--out', out], { environment });
    expect(exitCode).toBe(0);
    expect(text).toMatch(/CN=client, valid until .*\n.*new\.pem \(644\)\n.*new\.key \(600\)/);
    const pem = await readFile(`${out}.pem`, 'utf8');
    expect(pem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    const key = createPrivateKey(await readFile(`${out}.key`));
    expect(new X509Certificate(pem).checkPrivateKey(key)).toBe(true);
    expect(await readMode(`${out}.key`)).toBe('600');
    expect(text).not.toContain('PRIVATE KEY');
  });

  it('writes PKCS#12 that OpenSSL 3 opens, from an old file', async () => {
    const out = join(folder, 'new.p12');
    await convert([old, '--out', out], { environment });
    const pfx = await readFile(out);
    expect(() => createSecureContext({ pfx, passphrase })).not.toThrow();
    expect((await loadCertificate({ pfx, passphrase })).cert.match(/BEGIN/g)).toHaveLength(2);
    expect(await readMode(out)).toBe('600');
  });

  it('writes PKCS#12 from PEM, with a passphrase from the terminal', async () => {
    const [cert, key, out] = ['a.pem', 'a.key', 'b.pfx'].map((name) => join(folder, name));
    await writeFile(cert!, client.cert);
    await writeFile(key!, client.key);
    const args = ['--cert', cert!, '--key', key!, '--out', out!];
    expect(await convert(args, { secret: 'outra' })).toMatchObject({ exitCode: 0 });
    const pfx = await readFile(out!);
    expect(() => createSecureContext({ pfx, passphrase: 'outra' })).not.toThrow();
  });

  it('replaces no file without --force, and leaves no part behind', async () => {
    const key = join(folder, 'new.key');
    await writeFile(key, 'precious', { mode: 0o644 });
    const args = [old, '--out', join(folder, 'new')];
    const refused = await convert(args, { environment });
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('new.key exists') });
    expect(await readFile(key, 'utf8')).toBe('precious');
    await expect(access(join(folder, 'new.pem'))).rejects.toThrow('ENOENT');
    await convert([...args, '--force'], { environment });
    expect(await readMode(key)).toBe('600');
    expect(await readFile(key, 'utf8')).toContain('PRIVATE KEY');
  });

  it.each<[string, (file: string) => string[], object, RegExp]>([
    ['no passphrase', (file) => [file], {}, /set the passphrase in the variable PIX_PASSPHRASE/],
    ['a wrong one', (file) => [file], { secret: 'errada' }, /PIX_PASSPHRASE is wrong/],
    ['a missing file', () => ['/nowhere/a.p12'], {}, /\/nowhere\/a\.p12 does not exist/],
    ['nothing', () => [], {}, /set a PKCS#12 file, or --cert and --key/],
    ['half of PEM', () => ['--cert', 'a.pem'], {}, /set a PKCS#12 file, or --cert and --key/],
  ])('refuses %s', async (_, args, setting, message) => {
    const { exitCode, out, err } = await convert(args(old), setting);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toContain('errada');
  });
});
