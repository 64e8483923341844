import { Agent, request } from 'node:https';
import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { firstValueFrom } from 'rxjs';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import { openTelemetry } from '../../lib/opentelemetry.js';
import { AccountHttp, createPixAgent, loadCertificate } from '../../lib/transport/index.js';
import { TestAuthority, type TestCertificate } from '../support/certificates.js';
import {
  accessToken,
  answer,
  body,
  CONCURRENT,
  headers,
  solicitada,
  startServer,
  type TransportServer,
} from './transport-load.js';

/** The baseline of the comparison. */
export const BARE = 'bare https.request';
/** A call as an application makes it. */
export const WHOLE = 'PixCobService, all included';

/** The same call, observed by OpenTelemetry without an SDK. */
export const OBSERVED = 'PixCobService, no SDK';
/** A request as the library sends it. */
export const SENT = 'AccountHttp, no interceptor';
/** The same with an interceptor of the application. */
export const INTERCEPTED = 'AccountHttp, one interceptor';

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

async function variants(url: string, ca: TestAuthority, client: TestCertificate) {
  const bare = new Agent({ keepAlive: true, maxSockets: 64, ca: ca.cert, ...client });
  const plain = new Agent({ keepAlive: true, maxSockets: 64, ca: ca.cert, ...client });
  const lean = createPixAgent({ certificate: await loadCertificate(client), ca: [ca.cert] });
  const request = { method: 'PUT', url, body, headers };
  const direct = new AccountHttp({ agent: lean });
  const intercepted = new AccountHttp({ agent: lean });
  const { axiosRef } = await intercepted.load();
  axiosRef.interceptors.request.use((config) => {
    config.headers.set('X-Request-Id', 'fc9a4366');
    return config;
  });
  const defaultService = new HttpService(
    axios.create({ httpsAgent: plain, responseType: 'text', transformResponse: [] }),
  );
  const txid = url.slice(url.lastIndexOf('/') + 1);
  const options: PixModuleOptions = {
    provider: {
      name: 'bench',
      code: '999',
      production: { baseUrl: 'https://never.example', tokenUrl: 'https://never.example' },
      sandbox: { baseUrl: url.slice(0, url.indexOf('/cob/')), mode: 'fixed-token' },
      scopes: ['cob.write'],
    },
    environment: 'sandbox',
    sandboxToken: accessToken,
    certificate: client,
    ca: ca.cert,
    // A line for each call would be measured as well.
    log: false,
  };
  const pix = await createPixClient(options);
  const observed = await createPixClient({ ...options, telemetry: openTelemetry() });
  const create =
    ({ cob }: PixClient): Call =>
    async () => {
      const { pixCopiaECola } = await cob.createWithTxid(txid, solicitada);
      return pixCopiaECola === undefined ? '' : answer;
    };
  const calls: Record<string, Call> = {
    [BARE]: bareCall(url, bare),
    'bare https.request, PixAgent': bareCall(url, lean),
    [SENT]: async () => (await direct.send(request)).body,
    [INTERCEPTED]: async () => (await intercepted.send(request)).body,
    [WHOLE]: create(pix),
    [OBSERVED]: create(observed),
    '@nestjs/axios, default adapter': async () =>
      (
        await firstValueFrom(
          defaultService.request<string>({ method: 'PUT', url, data: body, headers }),
        )
      ).data,
  };
  const stop = () => {
    void pix.close();
    void observed.close();
    [bare, plain, lean].forEach((agent) => agent.destroy());
  };
  return { calls, stop };
}

/** Makes one call in several ways over mutual TLS to a server in another process; bare node:https comes first. */
export async function openTransport(): Promise<{
  calls: Record<string, Call>;
  load: TransportServer['load'];
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
