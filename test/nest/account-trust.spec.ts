import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { AccountTrust } from '../../lib/nest/account-trust.js';
import {
  listCertificateFiles,
  loadCa,
  loadCertificate,
  readFileVersions,
  type CertificateSources,
  type PixTrust,
} from '../../lib/transport/index.js';
import { TestAuthority, toPkcs12, type TestCertificate } from '../support/certificates.js';
import { ManualRuntime } from '../support/manual-runtime.js';

const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60_000;

/** A clock that starts now, because certificates are validated by the clock of the process. */
class PresentRuntime extends ManualRuntime {
  readonly #start = Date.now();

  override now(): number {
    return this.#start + this.elapsed();
  }
}

let authority: TestAuthority;
let first: TestCertificate;
let second: TestCertificate;
let folder: string;
let runtime: PresentRuntime;
let applied: PixTrust[];
let trusts: AccountTrust[];
const lines: Record<'log' | 'warn' | 'error', string[]> = { log: [], warn: [], error: [] };

beforeAll(async () => {
  authority = await TestAuthority.create();
  first = await authority.issueClient({ commonName: 'first' });
  second = await authority.issueClient({ commonName: 'second' });
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-trust-'));
  runtime = new PresentRuntime();
  [applied, trusts] = [[], []];
  for (const level of ['log', 'warn', 'error'] as const) {
    lines[level] = [];
    jest.spyOn(Logger.prototype, level).mockImplementation((text) => {
      lines[level].push(String(text));
    });
  }
});

afterEach(async () => {
  for (const trust of trusts) trust.close();
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

function path(name: string): string {
  return join(folder, name);
}

async function write(certificate: TestCertificate): Promise<void> {
  await writeFile(path('client.pem'), certificate.cert);
  await writeFile(path('client.key'), certificate.key);
}

const pair = () => ({ certificate: { cert: path('client.pem'), key: path('client.key') } });

async function open(
  sources: CertificateSources,
  interval: number | false = 60,
  apply = (trust: PixTrust) => void applied.push(trust),
): Promise<AccountTrust> {
  const { certificate, ca } = sources;
  const versions = await readFileVersions(listCertificateFiles(sources));
  const trust = new AccountTrust({
    provider: 'sicoob',
    sources,
    trust: {
      certificate: certificate && (await loadCertificate(certificate)),
      ca: ca === undefined ? undefined : await loadCa(ca),
    },
    versions,
    interval,
    runtime,
    apply,
  });
  trusts.push(trust);
  return trust;
}

/** Advances the clock, and waits for the checks that it starts: each ends by scheduling the next one. */
async function advance(ms: number): Promise<void> {
  const scheduled = runtime.pendingTimers;
  await runtime.advance(ms);
  while (runtime.pendingTimers < scheduled) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Advances a long time, in which each check starts after the previous one. */
async function advanceInSteps(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30 * MINUTE) await advance(30 * MINUTE);
}

describe('AccountTrust', () => {
  it('states subject, validity and days left, and neither key nor tax id', async () => {
    const named = await authority.issueClient({
      commonName: 'LOJA DO ZE:11222333000181',
      notAfter: new Date(runtime.now() + 45.5 * DAY),
    });
    await write(named);
    const { certificate } = await open(pair());
    expect(certificate).toMatchObject({
      subject: 'CN=LOJA DO ZE:***',
      issuer: 'CN=Test CA',
      daysLeft: 45,
      expiresSoon: false,
    });
    expect(certificate?.notAfter.getTime()).toBeGreaterThan(runtime.now() + 45 * DAY);
    expect(JSON.stringify(certificate)).not.toMatch(/11222333000181|PRIVATE/);
  });

  it('loads the certificate again after both files were replaced', async () => {
    await write(first);
    const trust = await open(pair());
    await write(second);
    await advance(MINUTE);
    expect(trust.certificate?.subject).toBe('CN=second');
    expect(applied.map(({ certificate }) => certificate?.subject)).toEqual(['CN=second']);
    expect(lines.log).toEqual([
      expect.stringMatching(/^The certificate of sicoob was loaded again; it is valid until \d/),
    ]);
    expect(lines.error).toEqual([]);
  });

  it('loads nothing while the files do not change', async () => {
    await write(first);
    await open(pair());
    for (let minute = 0; minute < 3; minute += 1) await advance(MINUTE);
    expect(applied).toEqual([]);
    expect(lines).toEqual({ log: [], warn: [], error: [] });
  });

  it('waits for the key when the certificate was replaced first', async () => {
    await write(first);
    const trust = await open(pair());
    await writeFile(path('client.pem'), second.cert);
    await advance(MINUTE);
    expect(trust.certificate?.subject).toBe('CN=first');
    await writeFile(path('client.key'), second.key);
    await advance(2000);
    expect(trust.certificate?.subject).toBe('CN=second');
    expect(trust.problem).toBeUndefined();
    expect(lines.error).toEqual([]);
  });

  it('keeps the previous certificate while the new one is broken, and logs cause and fix once', async () => {
    await write(first);
    const trust = await open(pair());
    await writeFile(path('client.pem'), second.cert);
    await advance(MINUTE);
    for (let minute = 0; minute < 3; minute += 1) await advance(MINUTE);
    expect(trust.certificate?.subject).toBe('CN=first');
    expect(trust.problem).toBe('PIX_CERTIFICATE_KEY_MISMATCH');
    expect(applied).toEqual([]);
    expect(lines.error).toHaveLength(1);
    expect(lines.error[0]).toContain('stays in use');
    expect(lines.error[0]).toContain(`${path('client.pem')} (certificate.cert) does not belong to`);
    expect(lines.error[0]).toContain('use the key with which it was requested');
    await writeFile(path('client.key'), second.key);
    await advance(MINUTE);
    expect(trust.certificate?.subject).toBe('CN=second');
    expect(trust.problem).toBeUndefined();
  });

  it.each([
    ['is empty', '', 'PIX_CERTIFICATE_EMPTY'],
    ['is cut off', '-----BEGIN CERTIFICATE-----\nMIIB', 'PIX_CERTIFICATE_INVALID'],
  ])('keeps the previous certificate while a new file %s', async (_name, content, problem) => {
    await write(first);
    const trust = await open(pair());
    await writeFile(path('client.pem'), content);
    await advance(MINUTE);
    await advance(2000);
    expect([trust.certificate?.subject, trust.problem]).toEqual(['CN=first', problem]);
  });

  it('keeps the previous certificate when its file is deleted', async () => {
    await write(first);
    const trust = await open(pair());
    await rm(path('client.key'));
    await advance(MINUTE);
    await advance(2000);
    expect([trust.certificate?.subject, trust.problem]).toEqual([
      'CN=first',
      'PIX_CERTIFICATE_NOT_FOUND',
    ]);
  });

  it('has no problem any more when the same files are back, as after a volume was mounted again', async () => {
    await mkdir(path('volume'));
    await writeFile(path('volume/client.pem'), first.cert);
    await writeFile(path('volume/client.key'), first.key);
    const trust = await open({
      certificate: { cert: path('volume/client.pem'), key: path('volume/client.key') },
    });
    await rename(path('volume'), path('unmounted'));
    await advance(MINUTE);
    await advance(2000);
    expect(trust.problem).toBe('PIX_CERTIFICATE_NOT_FOUND');
    await rename(path('unmounted'), path('volume'));
    await advance(MINUTE);
    expect(trust.problem).toBeUndefined();
    expect(lines.log).toEqual(['The files of the certificate of sicoob are back.']);
    expect(applied).toEqual([]);
  });

  it('loads a PKCS#12 file again', async () => {
    const toPfx = ({ cert, key }: TestCertificate) =>
      toPkcs12({ certificates: [cert], keys: [key], passphrase: 'a passphrase' });
    await writeFile(path('client.p12'), toPfx(first));
    const trust = await open({
      certificate: { pfx: path('client.p12'), passphrase: 'a passphrase' },
    });
    await writeFile(path('client.p12'), toPfx(second));
    await advance(MINUTE);
    expect(trust.certificate?.subject).toBe('CN=second');
  });

  it('loads changed authorities again', async () => {
    const other = await TestAuthority.create('Other');
    await writeFile(path('ca.pem'), authority.cert);
    await open({ certificate: first, ca: path('ca.pem') });
    await writeFile(path('ca.pem'), authority.cert + other.cert);
    await advance(MINUTE);
    expect(applied.map(({ ca }) => ca?.length)).toEqual([2]);
  });

  it('loads changed authorities of an account without a certificate again', async () => {
    await writeFile(path('ca.pem'), authority.cert);
    await open({ ca: path('ca.pem') });
    await writeFile(path('ca.pem'), (await TestAuthority.create('Other')).cert);
    await advance(MINUTE);
    expect(applied).toHaveLength(1);
  });

  it('notices files that are replaced behind a symbolic link', async () => {
    await write(first);
    await writeFile(path('new.pem'), second.cert);
    await writeFile(path('new.key'), second.key);
    await symlink(path('client.pem'), path('link.pem'));
    await symlink(path('client.key'), path('link.key'));
    const trust = await open({ certificate: { cert: path('link.pem'), key: path('link.key') } });
    for (const kind of ['pem', 'key']) {
      await symlink(path(`new.${kind}`), path(`next.${kind}`));
      await rename(path(`next.${kind}`), path(`link.${kind}`));
    }
    await advance(MINUTE);
    expect(trust.certificate?.subject).toBe('CN=second');
  });

  it('keeps the previous certificate when OpenSSL refuses the new one', async () => {
    await write(first);
    const trust = await open(pair(), undefined, () => {
      throw new Error('ca md too weak');
    });
    await write(second);
    await advance(MINUTE);
    await advance(2000);
    expect([trust.certificate?.subject, trust.problem]).toEqual([
      'CN=first',
      'PIX_CERTIFICATE_UNSUPPORTED',
    ]);
    expect(lines.error[0]).toContain('ca md too weak');
  });

  it('checks the files at the given interval, and never with false', async () => {
    await write(first);
    const often = await open(pair(), 5);
    const never = await open(pair(), false);
    await write(second);
    await advance(5000);
    expect(often.certificate?.subject).toBe('CN=second');
    await advance(10 * MINUTE);
    expect(never.certificate?.subject).toBe('CN=first');
    expect((await never.reload()).subject).toBe('CN=second');
  });

  it('reload() rejects with the problem of the file and keeps the previous certificate', async () => {
    await write(first);
    const trust = await open(pair(), false);
    await writeFile(path('client.key'), second.key);
    await expect(trust.reload()).rejects.toMatchObject({
      name: 'CertificateError',
      errorCode: 'PIX_CERTIFICATE_KEY_MISMATCH',
    });
    expect(trust.certificate?.subject).toBe('CN=first');
  });

  it('reload() takes a new certificate, which replaces the option', async () => {
    await write(first);
    const trust = await open(pair());
    expect((await trust.reload(second)).subject).toBe('CN=second');
    await writeFile(path('client.pem'), 'no longer read');
    await advance(MINUTE);
    await advance(MINUTE);
    expect([trust.certificate?.subject, trust.problem]).toEqual(['CN=second', undefined]);
    expect((await trust.reload()).subject).toBe('CN=second');
  });

  it('reload() refuses an account without a certificate', async () => {
    const trust = await open({});
    expect(trust.certificate).toBeUndefined();
    await expect(trust.reload()).rejects.toMatchObject({ name: 'ConfigurationError' });
    expect((await trust.reload(first)).subject).toBe('CN=first');
  });

  it('stops with close()', async () => {
    await write(first);
    const trust = await open(pair());
    trust.close();
    expect(runtime.pendingTimers).toBe(0);
    await expect(trust.reload(second)).rejects.toMatchObject({ title: 'Client closed' });
    expect(applied).toEqual([]);
    expect(runtime.pendingTimers).toBe(0);
  });

  it('warns at the start and once a day from 30 days before the end, and reports the end', async () => {
    const ending = await authority.issueClient({
      commonName: 'LOJA:11222333000181',
      notAfter: new Date(runtime.now() + 30 * DAY + 10_000),
    });
    const trust = await open({ certificate: ending });
    expect(lines.warn).toEqual([]);
    await advance(MINUTE);
    expect(lines.warn).toEqual([
      expect.stringMatching(
        /^The certificate of sicoob \(CN=LOJA:\*\*\*\) expires in 29 days, on 2\d{3}-.*Z\. Request a new one/,
      ),
    ]);
    await advanceInSteps(DAY);
    expect(lines.warn).toHaveLength(2);
    await advanceInSteps(28 * DAY);
    expect(lines.warn).toHaveLength(30);
    expect(lines.warn[28]).toContain('expires in 1 day, on');
    expect(lines.error).toEqual([]);
    await advanceInSteps(DAY + MINUTE);
    expect(lines.error).toEqual([expect.stringContaining('expired on')]);
    expect(trust.certificate).toMatchObject({ daysLeft: -1, expiresSoon: true });
  });
});
