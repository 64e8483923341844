import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach } from '@jest/globals';
import type { HttpService } from '@nestjs/axios';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import {
  AccountHttp,
  ReplaceableAgent,
  type PixRequest,
  type PixResponse,
} from '../../../lib/transport/index.js';
import { Harness } from './harness.js';
import { startHttps } from './servers.js';

export type Failure = Error & { readonly resultUnknown?: boolean; readonly cause?: unknown };

type Fields = { [Key in keyof PixRequest]: PixRequest[Key] | undefined };

/** A server and the HTTP client of an account. */
export interface Bank {
  readonly url: string;
  readonly service: HttpService;
  readonly agent: ReplaceableAgent;
  /** The raw headers of each request. */
  readonly received: string[][];
  /** Sends a write; returns the response or the error. */
  send(more?: Partial<Fields>): Promise<PixResponse | Failure>;
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const created: Respond = (_request, response) =>
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"txid":"a"}');

/** Opens the banks of one spec file, and closes them after each test. */
export class Banks {
  readonly #harness = new Harness();
  readonly #agents: { destroy(): void }[] = [];

  constructor() {
    afterEach(() => this.#agents.splice(0).forEach((agent) => agent.destroy()));
  }

  async open(respond: Respond = created): Promise<Bank> {
    const received: string[][] = [];
    const server = await this.#harness.serve(
      startHttps(this.#harness.serverCertificate, (request, response) => {
        received.push(request.rawHeaders);
        request.resume().on('end', () => respond(request, response));
      }),
    );
    const agent = new ReplaceableAgent({ ca: [this.#harness.authority.cert] });
    this.#agents.push(agent);
    const http = new AccountHttp({ agent });
    const request: PixRequest = {
      method: 'PUT',
      url: `${server.url}/cob/a?x=1`,
      body: '{"valor":"37.00"}',
      headers: {
        client_id: 'client',
        'Content-Type': 'application/json',
        Authorization: 'Bearer t',
      },
      until: performance.now() + 20_000,
    };
    return {
      url: server.url,
      service: await http.load(),
      agent,
      received,
      send: (more = {}) =>
        http
          .send({ ...request, ...more } as PixRequest)
          .catch((error: unknown) => error as Failure),
    };
  }
}

export type Change = (config: InternalAxiosRequestConfig) => unknown;

export function onRequest({ service }: Bank, change: Change): number {
  return service.axiosRef.interceptors.request.use((config) => {
    const changed = change(config);
    return (changed ?? config) as InternalAxiosRequestConfig;
  });
}

export function onResponse({ service }: Bank, change: (response: AxiosResponse) => unknown): void {
  service.axiosRef.interceptors.response.use(
    (response) => change(response) as AxiosResponse | Promise<AxiosResponse>,
  );
}
