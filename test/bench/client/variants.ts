import { Agent, request } from 'node:https';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import tls from 'node:tls';
import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { createPixClient, type PixModuleOptions } from 'nestjs-pix';
import { openTelemetry } from 'nestjs-pix/opentelemetry';
import { firstValueFrom } from 'rxjs';
import { headers, solicitada } from '../transport-load.js';
import type { Published } from './install.js';

/** Where and as whom a variant calls. */
export interface Account {
  readonly port: number;
  /** The address of the measured call. */
  readonly url: string;
  readonly txid: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** The certificate as files, for SDKs. */
  readonly files: { readonly cert: string; readonly key: string; readonly p12: string };
  readonly passphrase: string;
}

/** The part of the response that the benchmark checks. */
export interface Answer {
  readonly pixCopiaECola?: string | undefined;
}

/** Creates a charge and resolves with the response, read. */
export type Call = () => Promise<Answer>;

/** A client that creates charges. */
export interface ClientVariant {
  /** Name, and the package whose version follows it. */
  readonly name: string;
  readonly packageName?: string;
  /** The SDK, which is then the name. */
  readonly sdk?: Published;
  /** @param load loads a module of the installed SDK */
  open(account: Account, load: (name: string) => unknown): Promise<Call> | Call;
}

/** The host name of Efí, which its SDK does not let an application replace. */
export const EFI_HOST = 'pix.api.efipay.com.br';

const CREDENTIALS = { clientId: 'client', clientSecret: 'secret' };

/** Sends every connection of this process to the port, whatever its host; the certificate must have the host's name. */
function redirectTo(port: number): void {
  const { connect } = tls;
  tls.connect = ((options: tls.ConnectionOptions, ...rest: []) =>
    connect({ ...options, host: '127.0.0.1', port }, ...rest)) as typeof connect;
}

function createAgent({ ca, cert, key }: Account): Agent {
  return new Agent({ keepAlive: true, ca, cert, key });
}

function openHttps(account: Account): Call {
  const agent = createAgent(account);
  const { hostname, port, pathname } = new URL(account.url);
  return () =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(solicitada);
      const call = request(
        { agent, hostname, port, path: pathname, method: 'PUT', headers },
        (response) => {
          let answer = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (answer += chunk));
          response.on('end', () => resolve(JSON.parse(answer) as Answer));
          response.on('error', reject);
        },
      );
      call.on('error', reject);
      call.end(text);
    });
}

function openAxios(account: Account): Call {
  const instance = axios.create({ httpsAgent: createAgent(account), headers });
  return async () => (await instance.put<Answer>(account.url, solicitada)).data;
}

function openNestAxios(account: Account): Call {
  const service = new HttpService(axios.create({ httpsAgent: createAgent(account), headers }));
  return async () => (await firstValueFrom(service.put<Answer>(account.url, solicitada))).data;
}

function openPix({ port, ca, cert, key }: Account, options?: Partial<PixModuleOptions>) {
  return createPixClient({
    provider: 'efi',
    ...CREDENTIALS,
    baseUrl: `https://127.0.0.1:${port}/v2`,
    tokenUrl: `https://127.0.0.1:${port}/oauth/token`,
    certificate: { cert, key },
    ca,
    ...options,
  });
}

/** The library with options of an application. */
async function openLibrary(account: Account, options?: Partial<PixModuleOptions>): Promise<Call> {
  const pix = await openPix(account, options);
  return () => pix.cob.createWithTxid(account.txid, solicitada);
}

async function openIntercepted(account: Account): Promise<Call> {
  const pix = await openPix(account, { http: true });
  pix.http.axiosRef.interceptors.request.use((config) => {
    config.headers.set('X-Request-Id', 'fc9a4366');
    return config;
  });
  return () => pix.cob.createWithTxid(account.txid, solicitada);
}

interface Undici {
  readonly Agent: new (options: object) => object;
  request(url: string, options: object): Promise<{ readonly body: { json(): Promise<unknown> } }>;
}

function openUndici({ url, ca, cert, key }: Account, load: (name: string) => unknown): Call {
  const { Agent: Dispatcher, request: send } = load('undici') as Undici;
  const dispatcher = new Dispatcher({ connect: { ca, cert, key } });
  return async () => {
    const text = JSON.stringify(solicitada);
    const { body } = await send(url, { method: 'PUT', headers, body: text, dispatcher });
    return (await body.json()) as Answer;
  };
}

interface Got {
  readonly default: {
    put(url: string, options: object): { json(): Promise<unknown> };
  };
}

function openGot(account: Account, load: (name: string) => unknown): Call {
  const { default: got } = load('got') as Got;
  const { url, ca: certificateAuthority, cert: certificate, key } = account;
  const https = { certificateAuthority, certificate, key };
  const agent = { https: createAgent(account) };
  const options = { json: solicitada, headers, https, agent };
  return async () => (await got.put(url, options).json()) as Answer;
}

interface EfiSdk {
  pixCreateCharge(params: { txid: string }, body: object): Promise<Answer>;
}

function openEfi(
  { port, txid, files }: Account,
  load: (name: string) => unknown,
  dependency: string,
): Call {
  const module = load(dependency) as { default?: new (options: object) => EfiSdk };
  const Efi = module.default ?? (module as unknown as new (options: object) => EfiSdk);
  redirectTo(port);
  const efi = new Efi({
    sandbox: false,
    client_id: CREDENTIALS.clientId,
    client_secret: CREDENTIALS.clientSecret,
    certificate: files.cert,
    pemKey: files.key,
    validateMtls: false,
  });
  return () => efi.pixCreateCharge({ txid }, solicitada);
}

interface BrPixModule {
  readonly ApiPix: new (options: object) => {
    init(): Promise<unknown>;
    createCob(body: object, txid: string): Promise<Answer>;
  };
}

async function openBrPix(
  { port, txid, files, passphrase }: Account,
  load: (name: string) => unknown,
): Promise<Call> {
  const { ApiPix } = load('brpix') as BrPixModule;
  const pix = new ApiPix({
    ...CREDENTIALS,
    baseURL: `https://127.0.0.1:${port}`,
    certificate: { path: files.p12, passphrase },
  });
  await pix.init();
  return () => pix.createCob(solicitada, txid);
}

export const BARE = 'node:https';
export const OURS = 'nestjs-pix';
export const INTERCEPTED = 'nestjs-pix, one interceptor';
export const HOOKED = 'nestjs-pix, onRequest and onResponse';
export const OBSERVED = 'nestjs-pix, OpenTelemetry without an SDK';

const nothing = () => undefined;

/** The project of the published clients of the Pix API. */
const CLIENTS = 'clients/npm';

function efi(dependency: string): ClientVariant {
  return {
    name: 'sdk-node-apis-efi',
    sdk: { project: CLIENTS, dependency },
    open: (account, load) => openEfi(account, load, dependency),
  };
}

/** The clients that are compared; the first one is the baseline. To compare another one, add it here. */
export const clientVariants: readonly ClientVariant[] = [
  { name: BARE, open: openHttps },
  { name: OURS, open: (account) => openLibrary(account) },
  {
    name: HOOKED,
    open: (account) => openLibrary(account, { onRequest: nothing, onResponse: nothing }),
  },
  { name: OBSERVED, open: (account) => openLibrary(account, { telemetry: openTelemetry() }) },
  { name: INTERCEPTED, open: openIntercepted },
  { name: 'undici', sdk: { project: 'consumers/undici', dependency: 'undici' }, open: openUndici },
  { name: 'got', sdk: { project: 'consumers/got', dependency: 'got' }, open: openGot },
  { name: 'axios', packageName: 'axios', open: openAxios },
  { name: '@nestjs/axios', packageName: '@nestjs/axios', open: openNestAxios },
  efi('efi-sdk-2'),
  efi('efi-sdk'),
  { name: 'brpix-api-node', sdk: { project: CLIENTS, dependency: 'brpix' }, open: openBrPix },
];

/** Returns a function that loads modules which are installed in a folder. */
export function loadFrom(folder: string): (name: string) => unknown {
  const require = createRequire(join(folder, 'package.json'));
  return (name) => require(name) as unknown;
}
