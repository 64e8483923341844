import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  loadCertificate,
  ReplaceableAgent,
  type LoadedCertificate,
} from '../../lib/transport/index.js';
import { TestAuthority } from '../support/certificates.js';
import { catchFailure, Harness, type TestClient } from './support/harness.js';
import { startHttps, type TestServer } from './support/servers.js';

const harness = new Harness();
let first: LoadedCertificate;
let second: LoadedCertificate;

beforeAll(async () => {
  first = await loadCertificate(await harness.authority.issueClient({ commonName: 'first' }));
  second = await loadCertificate(await harness.authority.issueClient({ commonName: 'second' }));
});

function readClientName({ socket }: IncomingMessage): string {
  const { subject } = (
    socket as unknown as Pick<TLSSocket, 'getPeerCertificate'>
  ).getPeerCertificate();
  return String(subject.CN);
}

interface Setup {
  readonly server: TestServer;
  readonly agent: ReplaceableAgent;
  readonly client: TestClient;
  /** The responses to `/slow`, which the test ends. */
  readonly held: ServerResponse[];
  /** Resolves when the next request to `/slow` has arrived. */
  readonly arrived: () => Promise<void>;
}

/** A server that answers with the name of the client certificate. */
async function setUp({ maxSockets = 64 } = {}, tls: object = {}): Promise<Setup> {
  const held: ServerResponse[] = [];
  const server = await harness.serve(
    startHttps(
      harness.serverCertificate,
      (request, response) => {
        if (request.url === '/slow') {
          response.write(readClientName(request));
          held.push(response);
        } else response.end(readClientName(request));
      },
      { requestCert: true, rejectUnauthorized: true, ca: harness.authority.cert, ...tls },
    ),
  );
  const agent = new ReplaceableAgent({
    certificate: first,
    ca: [harness.authority.cert],
    maxSockets,
  });
  const client = harness.createClient(agent);
  const arrived = async () => {
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { server, agent, client, held, arrived };
}

describe('ReplaceableAgent', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'presents the new certificate with the next request (%s)',
    async (version) => {
      const { server, agent, client } = await setUp(
        {},
        { minVersion: version, maxVersion: version },
      );
      expect((await client.get(server.url)).body).toBe('first');
      expect((await client.get(server.url)).body).toBe('first');
      agent.replace({ certificate: second, ca: [harness.authority.cert] });
      expect((await client.get(server.url)).body).toBe('second');
      expect((await client.get(server.url)).body).toBe('second');
      expect(server.connections).toBe(2);
    },
  );

  it('lets an in-flight request finish, and closes its connection afterwards', async () => {
    const { server, agent, client, held, arrived } = await setUp();
    const slow = client.get(`${server.url}/slow`);
    await arrived();
    agent.replace({ certificate: second, ca: [harness.authority.cert] });
    expect((await client.get(server.url)).body).toBe('second');
    const closed = once(held[0]!.socket!, 'close');
    held[0]!.end(' finished');
    expect((await slow).body).toBe('first finished');
    await closed;
    expect((await client.get(server.url)).body).toBe('second');
    expect(server.connections).toBe(2);
  });

  it('sends a request that waits for a connection of the previous certificate', async () => {
    const { server, agent, client, held, arrived } = await setUp({ maxSockets: 1 });
    const slow = client.get(`${server.url}/slow`);
    await arrived();
    const waiting = client.get(server.url);
    agent.replace({ certificate: second, ca: [harness.authority.cert] });
    expect((await client.get(server.url)).body).toBe('second');
    held[0]!.end();
    expect((await slow).body).toBe('first');
    expect((await waiting).body).toBe('first');
  });

  it('answers every request while certificates are replaced under load', async () => {
    const { server, agent, client } = await setUp({ maxSockets: 4 });
    const certificates = [second, first];
    let replaced = 0;
    const names: unknown[] = [];
    const load = async () => {
      for (let call = 0; call < 50; call += 1) {
        names.push((await client.get(server.url)).body);
        if (names.length % 20 > 0) continue;
        const certificate = certificates[replaced % 2];
        agent.replace({ certificate, ca: [harness.authority.cert] });
        replaced += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, load));
    expect(names).toHaveLength(400);
    expect(replaced).toBe(20);
    expect(new Set(names)).toEqual(new Set(['first', 'second']));
    expect((await client.get(server.url)).body).toBe('first');
  });

  it('replaces the authorities', async () => {
    const { server, agent, client } = await setUp();
    expect((await client.get(server.url)).body).toBe('first');
    const other = await TestAuthority.create('Other');
    agent.replace({ certificate: first, ca: [other.cert] });
    expect(await catchFailure(client, { url: server.url })).toMatchObject({
      name: 'PixConexaoException',
      resultUnknown: false,
    });
    agent.replace({ certificate: first, ca: [other.cert, harness.authority.cert] });
    expect((await client.get(server.url)).body).toBe('first');
  });

  it('keeps the previous certificate when OpenSSL refuses the new one', async () => {
    const { server, agent, client } = await setUp();
    const { cert } = first;
    const { key } = second;
    const broken = { cert, key } as unknown as LoadedCertificate;
    expect(() => agent.replace({ certificate: broken })).toThrow('key values mismatch');
    expect((await client.get(server.url)).body).toBe('first');
  });

  it('destroy() fails the in-flight requests of every certificate, and ends replacements', async () => {
    const { server, agent, client, held, arrived } = await setUp();
    const slow = catchFailure(client, { url: `${server.url}/slow` });
    await arrived();
    agent.replace({ certificate: second, ca: [harness.authority.cert] });
    const newer = catchFailure(client, { url: `${server.url}/slow` });
    while (held.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    agent.destroy();
    expect(await slow).toMatchObject({ title: 'Client closed', resultUnknown: true });
    expect(await newer).toMatchObject({ title: 'Client closed', resultUnknown: true });
    agent.replace({ certificate: first, ca: [harness.authority.cert] });
    expect(await catchFailure(client, { url: server.url })).toMatchObject({
      title: 'Client closed',
    });
  });

  it('keeps no idle connection after retire(), also with a later certificate', async () => {
    const { server, agent, client } = await setUp();
    agent.retire();
    await client.get(server.url);
    agent.replace({ certificate: second, ca: [harness.authority.cert] });
    await client.get(server.url);
    await client.get(server.url);
    expect(server.connections).toBe(3);
  });
});
