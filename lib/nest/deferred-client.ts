import type { HttpService } from '@nestjs/axios';
import type { InternalAxiosRequestConfig } from 'axios';
import { TokenService } from '../auth/index.js';
import { PixPayloadService } from '../payload/index.js';
import { PixClient, pixServices } from '../resources/index.js';
import { requireHttp } from '../transport/index.js';

type Method = (...args: unknown[]) => unknown;

/**
 * Creates a client whose account is opened by the first call: only then are its options checked and its
 * certificate loaded. For tests that replace a service of `PixModule`; an application that starts must
 * find a wrong certificate at once.
 *
 * @param open called at most once; its error rejects every call
 */
export function deferClient(open: () => Promise<PixClient>): PixClient {
  let opening: Promise<PixClient> | undefined;
  let http: HttpService | undefined;
  const getClient = () => (opening ??= open().then((client) => copyInterceptors(http, client)));
  const load = async () => {
    if (opening) return (await opening).lazyHttp.load();
    return (http ??= await deferHttp(getClient));
  };
  const lazyHttp: PixClient['lazyHttp'] = {
    get service() {
      return requireHttp(http);
    },
    get loaded() {
      return http;
    },
    load,
  };
  const close = async (...args: Parameters<PixClient['close']>) => {
    const opened = await opening?.catch(() => undefined);
    await opened?.close(...args);
  };
  const client = Object.create(PixClient.prototype) as PixClient;
  define(client, {
    tokens: deferMethods(TokenService, async () => (await getClient()).tokens),
    ...Object.fromEntries(
      pixServices.map(({ service, key }) => [
        key,
        deferMethods(service, async () => (await getClient())[key]),
      ]),
    ),
    lazyHttp,
    inFlight: 0,
    certificate: undefined,
    reloadCertificate: async (...args: Parameters<PixClient['reloadCertificate']>) =>
      (await getClient()).reloadCertificate(...args),
    monitor: { certificateProblem: undefined, retryBudget: undefined },
    close,
    beforeApplicationShutdown: () => close(),
    ...printed('PixClient'),
  });
  return client;
}

/** Creates a service for payloads that is built by the first call; see {@link deferClient}. */
export function deferPayloads(build: () => Promise<PixPayloadService>): PixPayloadService {
  let building: Promise<PixPayloadService> | undefined;
  return deferMethods(PixPayloadService, () => (building ??= build()));
}

/** Creates an `HttpService` that sends as that of the account does, with its own interceptors. */
async function deferHttp(getClient: () => Promise<PixClient>): Promise<HttpService> {
  const { HttpService } = await import('@nestjs/axios');
  const { default: axios } = await import('axios');
  const send = async (config: InternalAxiosRequestConfig) => {
    const http = await (await getClient()).lazyHttp.load();
    return axios.getAdapter(http.axiosRef.defaults.adapter)(config);
  };
  return new HttpService(axios.create({ adapter: send }));
}

/** Adds the interceptors that were added before the account was opened. */
async function copyInterceptors(
  http: HttpService | undefined,
  client: PixClient,
): Promise<PixClient> {
  if (!http) return client;
  const { request, response } = http.axiosRef.interceptors;
  const { interceptors } = (await client.lazyHttp.load()).axiosRef;
  for (const handler of listHandlers(request))
    interceptors.request.use(handler.fulfilled, handler.rejected, handler);
  for (const handler of listHandlers(response))
    interceptors.response.use(handler.fulfilled, handler.rejected);
  return client;
}

/** An ejected interceptor leaves `null` behind. */
function listHandlers<Handler>({
  handlers = [],
}: {
  handlers?: readonly (Handler | null)[];
}): Handler[] {
  return handlers.filter((handler) => handler !== null);
}

/** Creates an object of a class whose methods wait for another object of it, and call its methods. */
function deferMethods<Service extends object>(
  type: { readonly prototype: Service; readonly name: string },
  getService: () => Promise<object>,
): Service {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(type.prototype))
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([name]) => {
      const call: Method = (...args) =>
        toResult(async () => ((await getService()) as Record<string, Method>)[name]?.(...args));
      return [name, call] as const;
    });
  const service = Object.create(type.prototype) as Service;
  define(service, { ...Object.fromEntries(methods), ...printed(type.name) });
  return service;
}

/** The result of a method of a service: a promise, or an async iterable such as that of `iterate`. */
function toResult(call: () => Promise<unknown>): Promise<unknown> & AsyncIterable<unknown> {
  const result = call();
  // Whoever iterates waits for it later, so a rejection is not unhandled until then.
  result.catch(() => undefined);
  return Object.assign(result, {
    async *[Symbol.asyncIterator]() {
      yield* (await result) as AsyncIterable<unknown>;
    },
  });
}

/** What is printed before the account is known. */
function printed(name: string): Record<PropertyKey, unknown> {
  const text = `${name} { not opened }`;
  return { toJSON: () => text, [Symbol.for('nodejs.util.inspect.custom')]: () => text };
}

function define(target: object, members: Record<PropertyKey, unknown>): void {
  for (const key of Reflect.ownKeys(members)) {
    const value: unknown = Reflect.get(members, key);
    Object.defineProperty(target, key, { value, configurable: true, writable: true });
  }
}
