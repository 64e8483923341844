import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Extension } from '@peculiar/x509';
import {
  PixWebhookReceiverModule,
  PixWebhookStats,
  type PixWebhookAuthentication,
  type PixWebhookTenant,
} from '../../lib/receiver/index.js';
import { type PixRuntime, systemRuntime } from '../../lib/runtime/index.js';
import { TestAuthority, toDer, type TestCertificate } from '../support/certificates.js';
import { startApp, type RunningApp } from './support/app.js';
import { pix } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post } from './support/post.js';

const HOUR = 3_600_000;
const REVOKED = 'the client certificate or its authority is revoked';
const NO_LIST = 'no current revocation list';

let bank: TestAuthority;
let below: TestAuthority;
let good: TestCertificate;
let stolen: TestCertificate;
let ofBelow: TestCertificate;
let list: string;
let folder: string;
let file: string;
let running: RunningApp;
/** How far the clock of the receiver is ahead. */
let ahead: number;

const runtime: PixRuntime = {
  ...systemRuntime,
  now: () => systemRuntime.now() + ahead,
  elapsed: () => systemRuntime.elapsed() + ahead,
  after: (...args) => systemRuntime.after(...args),
};

beforeAll(async () => {
  bank = await TestAuthority.create('Banco CA');
  below = await bank.createIntermediate('Banco CA intermediária');
  good = await bank.issueClient({ commonName: 'webhook.banco' });
  stolen = await bank.issueClient({ commonName: 'webhook.banco' });
  ofBelow = await below.issueClient({ commonName: 'webhook.banco' });
  list = await bank.issueList({ revoked: [stolen] });
});

beforeEach(async () => {
  ahead = 0;
  folder = await mkdtemp(join(tmpdir(), 'receiver-'));
  file = join(folder, 'bank.crl');
  await writeFile(file, list);
});

afterEach(async () => {
  await running.app.close();
  await rm(folder, { recursive: true });
});

async function start(authentication: PixWebhookAuthentication, https?: object, path?: string) {
  running = await startApp(
    'Express',
    {
      imports: [PixWebhookReceiverModule.forRoot({ authentication, runtime, path })],
      providers: [Orders],
    },
    https ? { https } : {},
  );
  return running;
}

const trustedProxies = ['127.0.0.1'];
const header = 'X-Client-Cert';

/** Starts a receiver behind a proxy that passes the certificate on. */
const startBehindProxy = (crl: string | Buffer | string[], ca: string | string[] = bank.cert) =>
  start({ trustedProxies, mtls: { ca, crl, header } });

const send = async (chain: string, path = '/webhooks/pix/pix') =>
  (await post(running.port, path, [pix()], { headers: { [header]: encodeURIComponent(chain) } }))
    .status;

const countHandled = () => running.app.get(Orders).handled.length;

describe('mtls.crl', () => {
  it('refuses a revoked certificate of the TLS connection, counts it, and accepts others', async () => {
    const server = await TestAuthority.create('Server CA');
    await start(
      { mtls: { ca: bank.cert, crl: list } },
      { ...(await server.issueServer()), requestCert: true, rejectUnauthorized: false },
    );
    const postTls = ({ cert, key }: TestCertificate) =>
      post(running.port, '/webhooks/pix/pix', [pix()], {
        ...{ tls: true, ca: server.cert, agent: false, cert, key },
      });
    expect(await postTls(stolen)).toMatchObject({ status: 403, body: '' });
    expect(countHandled()).toBe(0);
    expect(running.log.text).toContain(`Refused a notification from 127.0.0.1: ${REVOKED}`);
    expect(running.log.text).not.toContain(new X509Certificate(stolen.cert).serialNumber);
    expect(running.app.get(PixWebhookStats).notifications).toMatchObject({ unauthenticated: 1 });
    expect((await postTls(good)).status).toBe(200);
    expect(countHandled()).toBe(1);
  });

  it('refuses a revoked certificate that a proxy passes on', async () => {
    await startBehindProxy(list);
    expect([await send(stolen.cert), await send(good.cert)]).toEqual([403, 200]);
    expect(running.log.text).toContain(REVOKED);
  });

  it('reads one or several lists from files, PEM text, base64 and DER', async () => {
    const other = await TestAuthority.create('Outra CA');
    const ca = [bank.cert, other.cert];
    const lists = [file, await other.issueList()];
    for (const crl of [list, file, toDer(list), toDer(list).toString('base64'), lists]) {
      await startBehindProxy(crl, ca);
      expect([await send(stolen.cert), await send(good.cert)]).toEqual([403, 200]);
      await running.app.close();
    }
  });

  it('verifies lists that are signed with RSA', async () => {
    const rsa = await TestAuthority.create('RSA CA', { keyType: 'RSA' });
    const [one, other] = [await rsa.issueClient(), await rsa.issueClient()];
    await startBehindProxy(await rsa.issueList({ revoked: [one] }), rsa.cert);
    expect([await send(one.cert), await send(other.cert)]).toEqual([403, 200]);
  });

  it('refuses what a revoked intermediate signed, sent or configured', async () => {
    const ofBank = await bank.issueList({ revoked: [below] });
    for (const ca of [bank.cert, bank.cert + below.cert]) {
      await startBehindProxy(
        [ofBank, await below.issueList()].slice(0, ca === bank.cert ? 1 : 2),
        ca,
      );
      expect([await send(ofBelow.cert + below.cert), await send(good.cert)]).toEqual([403, 200]);
      await running.app.close();
    }
  });

  it('refuses a certificate whose authority has no list', async () => {
    await startBehindProxy(list);
    expect(await send(ofBelow.cert + below.cert)).toBe(403);
    expect(running.log.text).toContain(NO_LIST);
    await running.app.close();
    await startBehindProxy([list, await below.issueList()], bank.cert + below.cert);
    expect(await send(ofBelow.cert + below.cert)).toBe(200);
  });

  it('refuses a revoked certificate that is configured as its own authority', async () => {
    await startBehindProxy(list, [bank.cert, stolen.cert]);
    expect(await send(stolen.cert)).toBe(403);
  });

  it('refuses every certificate after a list has expired, also those accepted before', async () => {
    await startBehindProxy(list);
    expect(await send(good.cert)).toBe(200);
    ahead = HOUR;
    expect([await send(good.cert), await send(stolen.cert)]).toEqual([403, 403]);
    expect(running.log.text).toContain(NO_LIST);
  });

  it('reads a changed file again, and forgets what it had accepted', async () => {
    await startBehindProxy(file);
    expect(await send(good.cert)).toBe(200);
    await writeFile(file, await bank.issueList({ revoked: [good, stolen] }));
    ahead = 10_000;
    expect([await send(good.cert), await send(stolen.cert)]).toEqual([403, 403]);
    await writeFile(file, await bank.issueList({ nextUpdate: new Date(Date.now() + 9 * HOUR) }));
    ahead = 20_000;
    expect([await send(good.cert), await send(stolen.cert)]).toEqual([200, 200]);
  });

  it.each([
    ['expired', () => bank.issueList({ nextUpdate: new Date(Date.now() - 1) }), 'expired on 20'],
    ['of another issuer', async () => (await TestAuthority.create()).issueList(), 'not signed by'],
    ['damaged', async () => 'nonsense', 'cannot be read as a certificate revocation list'],
    ['missing', async () => undefined, 'cannot be read as a certificate revocation list'],
  ])('keeps the list and logs an error when the changed file is %s', async (_how, change, text) => {
    await startBehindProxy(file);
    const changed = await change();
    await (changed === undefined ? rm(file) : writeFile(file, changed));
    for (ahead = 10_000; ahead < 40_000; ahead += 10_000) {
      expect([await send(stolen.cert), await send(good.cert)]).toEqual([403, 200]);
    }
    const lines = running.log.lines.filter((line) => line.includes('remain in use'));
    expect(lines).toEqual([expect.stringContaining(text)]);
    expect(lines[0]).toContain(file);
  });

  it.each([
    ['expired', () => bank.issueList({ nextUpdate: new Date(Date.now() - 1) }), 'expired on 20'],
    [
      'not yet valid',
      () => bank.issueList({ thisUpdate: new Date(Date.now() + HOUR) }),
      'valid only from 20',
    ],
    [
      'of another issuer',
      async () => (await TestAuthority.create('Banco CA')).issueList(),
      'not signed by',
    ],
    ['changed', async () => breakSerial(list), 'not signed by a certificate in mtls.ca'],
    [
      'a partial list',
      () =>
        bank.issueList({
          extensions: [new Extension('2.5.29.27', true, Buffer.from('020101', 'hex'))],
        }),
      'does not list all certificates',
    ],
    ['a certificate', async () => bank.cert, 'contains no certificate revocation list'],
    [
      'a certificate in DER',
      async () => toDer(bank.cert),
      'cannot be read as a certificate revocation list',
    ],
    [
      'a missing file',
      async () => '/nowhere/bank.crl',
      'the file /nowhere/bank.crl cannot be read',
    ],
    ['empty', async () => '', 'authentication.mtls.crl is empty'],
    ['no list', async () => [], 'authentication.mtls.crl is empty'],
  ])('does not start with a list that is %s', async (_how, create, text) => {
    const crl = await create();
    await expect(startBehindProxy(crl)).rejects.toThrow(text);
    await start({ secret: 'a-long-and-random-secret-of-tests' });
  });

  it('does not start with a value of a wrong type, or with a verdict of a proxy', async () => {
    const mtls = { ca: bank.cert, header };
    for (const crl of [undefined, null, 1]) {
      const wrong = { ...mtls, crl } as unknown as PixWebhookAuthentication['mtls'] & object;
      await expect(start({ trustedProxies, mtls: wrong })).rejects.toThrow(
        'authentication.mtls.crl',
      );
    }
    const verdict = { header, value: 'SUCCESS', crl: list };
    await expect(start({ trustedProxies, mtls: verdict })).rejects.toThrow('crl or subject');
    await start({ secret: 'a-long-and-random-secret-of-tests' });
  });

  it('applies to the tenants that resolve returns, and answers 503 when a list has expired', async () => {
    const expired = await bank.issueList({ nextUpdate: new Date(Date.now() - 1) });
    const lists: Record<string, string> = {
      acme: list,
      loja: await bank.issueList(),
      old: expired,
    };
    const resolve = ({ tenant }: { tenant: string }): PixWebhookTenant => ({
      mtls: { ca: bank.cert, crl: lists[tenant]!, header },
    });
    await start({ trustedProxies, resolve }, undefined, '/webhooks/:tenant');
    const statuses = ['acme', 'loja', 'old'].map((tenant) =>
      send(stolen.cert, `/webhooks/${tenant}/pix`),
    );
    expect(await Promise.all(statuses)).toEqual([403, 200, 503]);
  });
});

/** Changes the serial number of the only entry of a list; the signature no longer fits. */
function breakSerial(pem: string): Buffer {
  const der = toDer(pem);
  const serial = Buffer.from(new X509Certificate(stolen.cert).serialNumber, 'hex');
  const at = der.indexOf(serial);
  der[at + 5] = (der[at + 5] ?? 0) ^ 1;
  return der;
}
