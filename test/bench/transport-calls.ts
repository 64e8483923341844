import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { fileURLToPath } from 'node:url';
import { HttpService } from '@nestjs/axios';
import axios, { AxiosHeaders, type AxiosAdapter } from 'axios';
import { firstValueFrom } from 'rxjs';
import { createPixClient } from '../../lib/index.js';
import { createLeanAdapter, createPixAgent, loadCertificate } from '../../lib/transport/index.js';
import { TestAuthority, type TestCertificate } from '../support/certificates.js';
import { load } from './keep-alive-load.js';
import type { ServerOrder } from './transport-server.js';

/** The baseline of the comparison. */
export const BARE = 'bare https.request';
/** A call as an application makes it. */
export const WHOLE = 'PixCobService, all included';

/** Number of concurrent calls. */
export const CONCURRENT = 32;

const solicitada = {
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '37.00' },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  solicitacaoPagador: 'Serviço realizado.',
};
const body = JSON.stringify(solicitada);
const answer = JSON.stringify({
  ...(JSON.parse(body) as object),
  calendario: { criacao: '2026-01-01T12:00:00.000Z', expiracao: 3600 },
  txid: 'fc9a4366ff3d4964b5dbc6c91a8722d3',
  revisao: 0,
  status: 'ATIVA',
  location: 'pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002',
  loc: { id: 789, location: 'pix.example.com/qr/v2/2353c790eefb11eaadc1', tipoCob: 'cob' },
  pixCopiaECola:
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540537.005802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
});
const headers = {
  Accept: 'application/json',
  Authorization: `Bearer ${'x'.repeat(800)}`,
  'Content-Type': 'application/json',
  'User-Agent': 'nestjs-pix',
  client_id: 'client',
};

/** Resolves with the text of the response. */
export type Call = () => Promise<string>;

function bareCall(url: string, agent: Agent): Call {
  const { hostname, port, pathname } = new URL(url);
  return () =>
    new Promise((resolve, reject) => {
      const call = request(
        { agent, hostname, port, path: pathname, method: 'PUT', headers },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve(text));
          response.on('error', reject);
        },
      );
      call.on('error', reject);
      call.end(body);
    });
}

/** Microseconds of CPU per call. */
export async function measure(call: Call, calls: number): Promise<number> {
  let left = calls;
  const worker = async () => {
    while (left-- > 0) {
      if ((await call()).length !== answer.length) throw new Error('wrong answer');
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

interface Server {
  readonly url: string;
  /** Microseconds of CPU per request, for a number of requests from a sender with a low cost. */
  load(requests: number): Promise<number>;
  stop(): void;
}

async function startServer(ca: TestAuthority, client: TestCertificate): Promise<Server> {
  const child = fork(fileURLToPath(new URL('./transport-server.ts', import.meta.url)));
  child.send({ certificate: await ca.issueServer(), ca: ca.cert, answer } satisfies ServerOrder);
  const [port] = (await once(child, 'message')) as [number];
  const path = '/pix/v2/cob/fc9a4366ff3d4964b5dbc6c91a8722d3';
  const cpu = async () => {
    child.send('usage');
    const [micros] = (await once(child, 'message')) as [number];
    return micros;
  };
  const fields = Object.entries({ Host: `127.0.0.1:${port}`, ...headers });
  const head = [`PUT ${path} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)];
  const text = `${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return {
    url: `https://127.0.0.1:${port}${path}`,
    load: async (requests) => {
      let left = requests;
      const before = await cpu();
      const target = { host: '127.0.0.1', port, ca: ca.cert, ...client };
      await load(target, CONCURRENT, () => (left-- > 0 ? text : undefined), '201');
      return ((await cpu()) - before) / requests;
    },
    stop: () => child.disconnect(),
  };
}

async function variants(url: string, ca: TestAuthority, client: TestCertificate) {
  const bare = new Agent({ keepAlive: true, maxSockets: 64, ca: ca.cert, ...client });
  const plain = new Agent({ keepAlive: true, maxSockets: 64, ca: ca.cert, ...client });
  const lean = createPixAgent({ certificate: await loadCertificate(client), ca: [ca.cert] });
  const adapter = createLeanAdapter({ agent: lean });
  const alone = { method: 'PUT', url, data: body, headers: new AxiosHeaders(headers) };
  const instance = axios.create({
    adapter: adapter as AxiosAdapter,
    transformRequest: [],
    transformResponse: [],
    validateStatus: null,
  });
  const leanService = new HttpService(instance);
  const defaultService = new HttpService(
    axios.create({ httpsAgent: plain, responseType: 'text', transformResponse: [] }),
  );
  const txid = url.slice(url.lastIndexOf('/') + 1);
  const pix = await createPixClient({
    provider: {
      name: 'bench',
      code: '999',
      production: { baseUrl: 'https://never.example', tokenUrl: 'https://never.example' },
      sandbox: { baseUrl: url.slice(0, url.indexOf('/cob/')), mode: 'fixed-token' },
      scopes: ['cob.write'],
    },
    environment: 'sandbox',
    sandboxToken: 'x'.repeat(800),
    certificate: client,
    ca: ca.cert,
  });
  const calls: Record<string, Call> = {
    [BARE]: bareCall(url, bare),
    'bare https.request, PixAgent': bareCall(url, lean),
    'lean adapter alone': async () => (await adapter(alone)).data,
    'lean adapter, axios instance': async () =>
      (await instance.request<string>({ method: 'PUT', url, data: body, headers })).data,
    'lean adapter, HttpService': async () =>
      (
        await firstValueFrom(
          leanService.request<string>({ method: 'PUT', url, data: body, headers }),
        )
      ).data,
    [WHOLE]: async () => {
      const { pixCopiaECola } = await pix.cob.createWithTxid(txid, solicitada);
      return pixCopiaECola === undefined ? '' : answer;
    },
    '@nestjs/axios, default adapter': async () =>
      (
        await firstValueFrom(
          defaultService.request<string>({ method: 'PUT', url, data: body, headers }),
        )
      ).data,
  };
  const stop = () => {
    void pix.close();
    [bare, plain, lean].forEach((agent) => agent.destroy());
  };
  return { calls, stop };
}

/** Makes one call in several ways over mutual TLS to a server in another process; bare node:https comes first. */
export async function openTransport(): Promise<{
  calls: Record<string, Call>;
  load: Server['load'];
  stop(): void;
}> {
  const authority = await TestAuthority.create();
  const client = await authority.issueClient();
  const server = await startServer(authority, client);
  const opened = await variants(server.url, authority, client);
  const stop = () => {
    opened.stop();
    server.stop();
  };
  return { calls: opened.calls, load: server.load, stop };
}
