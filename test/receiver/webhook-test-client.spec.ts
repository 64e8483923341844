import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildCobrancaRecorrente,
  buildDevolucao,
  buildPix,
  buildRecorrencia,
  CertificateAuthority,
  WebhookTestClient,
  type WebhookTestClientOptions,
} from '../../devkit/testing.js';

interface Received {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

describe('WebhookTestClient', () => {
  let server: Server;
  let host: string;
  let received: Received[];
  let connections: number;
  const closing: (() => unknown)[] = [];

  beforeEach(async () => {
    received = [];
    connections = 0;
    server = createServer((request, response) => {
      const { method, url, headers } = request;
      void text(request).then((body) => {
        received.push({ method, url, headers, body });
        response.writeHead(202, { 'x-answer': 'yes' }).end('answer');
      });
    }).on('connection', () => (connections += 1));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    for (const close of closing.splice(0)) close();
    await once(server.close(), 'close');
  });

  function createClient(path: string, options: Partial<WebhookTestClientOptions> = {}) {
    const client = new WebhookTestClient({ url: `${host}${path}`, ...options });
    closing.push(() => client.close());
    return client;
  }

  it.each([
    ['/hook?hmac=a', {}, '/hook/pix?hmac=a'],
    ['/hook/?hmac=a', { suffix: 'path' }, '/hook/pix?hmac=a'],
    ['/hook?hmac=a', { suffix: 'query' }, '/hook?hmac=a/pix'],
    ['/hook?hmac=a', { suffix: 'none' }, '/hook?hmac=a'],
  ] as const)('posts to the address %s with %j: %s', async (path, options, url) => {
    await createClient(path, options).pix(buildPix());
    expect(received).toMatchObject([{ method: 'POST', url }]);
  });

  it('sends each kind in its field and to its address', async () => {
    const client = createClient('/hook');
    const [pix, rec, cobr] = [buildPix(), buildRecorrencia(), buildCobrancaRecorrente()];
    await client.pix(pix);
    await client.recorrencias(rec);
    await client.cobrancasRecorrentes(cobr);
    await client.register();
    const [one, two, three, last] = received;
    expect([one!.url, JSON.parse(one!.body)]).toEqual(['/hook/pix', { pix: [pix] }]);
    expect([two!.url, JSON.parse(two!.body)]).toEqual(['/hook/rec', { recs: [rec] }]);
    expect([three!.url, JSON.parse(three!.body)]).toEqual(['/hook/cobr', { cobsr: [cobr] }]);
    expect([last!.url, last!.body]).toEqual(['/hook', '']);
    expect(one!.headers['content-type']).toBe('application/json');
  });

  it('sends a bare array and the caller’s headers', async () => {
    const pix = buildPix();
    const headers = { 'x-a': 'b', 'content-type': 'text/plain' };
    await createClient('/hook', { shape: 'array', headers }).pix(pix);
    expect(JSON.parse(received[0]!.body)).toEqual([pix]);
    expect(received[0]!.headers).toMatchObject(headers);
  });

  it('sends no certificate header when none is configured', async () => {
    const ca = await CertificateAuthority.create('Banco');
    await createClient('/hook', { certificate: await ca.issueClient() }).pix();
    expect(Object.keys(received[0]!.headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
  });

  it('resolves with the receiver’s response', async () => {
    const answer = await createClient('/hook').pix();
    expect(answer).toMatchObject({ status: 202, body: 'answer', headers: { 'x-answer': 'yes' } });
  });

  it('keeps its connection open until it is closed', async () => {
    const client = createClient('/hook');
    for (let index = 0; index < 3; index += 1) {
      await client.pix();
      await new Promise(setImmediate);
    }
    expect(connections).toBe(1);
    expect(received.map(({ headers }) => headers.connection)).toEqual(Array(3).fill('keep-alive'));
  });

  it('rejects when nothing listens', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    await once(other.close(), 'close');
    const client = new WebhookTestClient({ url: `http://127.0.0.1:${port}/` });
    await expect(client.register()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    client.close();
  });
});

describe('notification builders', () => {
  it('build current notifications of a provider', () => {
    const before = Date.now();
    const [pix, devolucao] = [buildPix(), buildDevolucao()];
    const [rec, cobr] = [buildRecorrencia(), buildCobrancaRecorrente()];
    const now = new Date(pix.horario);
    expect(+now).toBeGreaterThanOrEqual(before);
    const digits = pix.horario.replace(/\D/g, '');
    expect(pix.endToEndId).toMatch(new RegExp(`^E12345678${digits.slice(0, 12)}[A-Za-z0-9]{11}$`));
    expect(pix).toMatchObject({ valor: '37.00', txid: expect.stringMatching(/^[A-Za-z0-9]{32}$/) });
    expect(devolucao.rtrId).toMatch(/^D12345678\d{12}[A-Za-z0-9]{11}$/);
    expect(devolucao).toMatchObject({ valor: '37.00', status: 'DEVOLVIDO' });
    expect(devolucao.id).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(rec.idRec).toMatch(/^RN12345678\d{8}[A-Za-z0-9]{11}$/);
    expect(rec).toMatchObject({ status: 'APROVADA', atualizacao: [{ status: 'APROVADA' }] });
    expect(cobr.idRec).toMatch(/^RN12345678\d{8}[A-Za-z0-9]{11}$/);
    expect(cobr).toMatchObject({ status: 'ATIVA', atualizacao: [{ status: 'ATIVA' }] });
    expect(cobr.txid).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  it('apply the given fields', () => {
    expect(buildPix({ valor: '1.00' }).valor).toBe('1.00');
    expect(buildDevolucao({ id: 'a' }).id).toBe('a');
    expect(buildRecorrencia({ status: 'CANCELADA' as never }).status).toBe('CANCELADA');
    expect(buildCobrancaRecorrente({ txid: 'a' }).txid).toBe('a');
  });
});
