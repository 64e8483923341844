import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import type { TestCertificate } from '../support/certificates.js';
import { ScriptedProvider, type Received } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
let provider: ScriptedProvider;
let folder: string;
let client: PixClient;
/** The client certificates of the requests, in the order in which they arrived. */
let names: string[];
let first: TestCertificate;
let second: TestCertificate;

function readName({ socket }: IncomingMessage): string {
  const { subject } = (
    socket as unknown as Pick<TLSSocket, 'getPeerCertificate'>
  ).getPeerCertificate();
  return String(subject.CN);
}

async function write({ cert, key }: TestCertificate): Promise<void> {
  await writeFile(join(folder, 'client.pem'), cert);
  await writeFile(join(folder, 'client.key'), key);
}

async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  client = await createPixClient(
    provider.options({
      certificate: { cert: join(folder, 'client.pem'), key: join(folder, 'client.key') },
      ...options,
    }),
  );
  return client;
}

/** A provider that binds each token to the certificate with which it was requested (RFC 8705). */
function bindTokens(): void {
  let number = 0;
  const owners = new Map<string, string>();
  provider.token = (_received, _response, request) => {
    const token = `token-${(number += 1)}`;
    owners.set(`Bearer ${token}`, readName(request));
    return { body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } };
  };
  provider.api = (received, _response, request) => answer(received, request, owners);
}

function answer({ headers }: Received, request: IncomingMessage, owners: Map<string, string>) {
  const name = readName(request);
  names.push(name);
  if (owners.get(headers.authorization ?? '') !== name) return { status: 401 };
  return { body: { txid: TXID, status: 'ATIVA' } };
}

beforeEach(async () => {
  jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
  provider = await ScriptedProvider.start();
  first = await provider.issueClient({ commonName: 'first' });
  second = await provider.issueClient({ commonName: 'second' });
  folder = await mkdtemp(join(tmpdir(), 'pix-renewal-'));
  names = [];
  await write(first);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await client.close();
  await provider.close();
  await rm(folder, { recursive: true });
});

describe('a renewed certificate', () => {
  it('is used after its files changed, with a token of its own', async () => {
    bindTokens();
    await open({ certificateCheckInterval: 1 });
    await client.cob.get(TXID);
    await write(second);
    while (client.certificate?.subject !== 'CN=second') {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await client.cob.get(TXID);
    // No request was refused: the token was not sent with the other certificate.
    expect(names).toEqual(['first', 'second']);
    expect(provider.tokenRequests).toHaveLength(2);
    expect(provider.connections).toBe(2);
  });

  it('is used after reloadCertificate(), and the call in flight succeeds on its connection', async () => {
    bindTokens();
    await open({ certificateCheckInterval: false });
    const bound = provider.api as (...received: unknown[]) => unknown;
    let release!: () => void;
    let resolveArrived!: () => void;
    const arrived = new Promise<void>((resolve) => (resolveArrived = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    provider.api = async (...received) => {
      const result = bound(...received);
      if (names.length === 1) {
        resolveArrived();
        await released;
      }
      return result as object;
    };
    const inFlight = client.cob.get(TXID);
    await arrived;
    await write(second);
    expect(await client.reloadCertificate()).toMatchObject({ subject: 'CN=second', daysLeft: 89 });
    await client.cob.get(TXID);
    release();
    expect(await inFlight).toMatchObject({ txid: TXID });
    expect(names).toEqual(['first', 'second']);
  });

  it('loses no call when it is replaced under load', async () => {
    bindTokens();
    await open({ certificateCheckInterval: false });
    let answered = 0;
    const load = async () => {
      for (let call = 0; call < 40; call += 1) {
        await client.cob.get(TXID);
        answered += 1;
        if (answered % 60 === 0) await client.reloadCertificate(answered % 120 ? second : first);
      }
    };
    await Promise.all(Array.from({ length: 8 }, load));
    expect(answered).toBe(320);
    expect(new Set(names)).toEqual(new Set(['first', 'second']));
    expect(client.certificate?.subject).toBe('CN=second');
  });

  it('is refused if it does not match its key, and calls continue with the previous one', async () => {
    bindTokens();
    await open({ certificateCheckInterval: false });
    await client.cob.get(TXID);
    await writeFile(join(folder, 'client.key'), second.key);
    await expect(client.reloadCertificate()).rejects.toMatchObject({
      name: 'CertificateError',
      message: expect.stringContaining('use the key with which it was requested'),
    });
    await client.cob.get(TXID);
    expect(names).toEqual(['first', 'first']);
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it('never prints the passphrase of a certificate that was passed to reloadCertificate()', async () => {
    await open({ certificateCheckInterval: false });
    const passphrase = 'a-passphrase-of-the-new-file';
    provider.api = { status: 500, body: { detail: `echo ${passphrase}` } };
    await expect(
      client.reloadCertificate({ pfx: Buffer.from('not a file'), passphrase }),
    ).rejects.toMatchObject({ name: 'CertificateError' });
    const error: unknown = await client.cob
      .get(TXID, undefined, { retry: false })
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('echo ***');
  });

  it('is undefined for an account without mutual TLS', async () => {
    await open({ certificate: undefined, mutualTls: false });
    expect(client.certificate).toBeUndefined();
    await expect(client.reloadCertificate()).rejects.toMatchObject({ name: 'ConfigurationError' });
  });
});
