import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request as requestHttps, type RequestOptions } from 'node:https';
import type { PixSimulator } from '../../../devkit/simulator/index.js';

/** A body whose shape the test checks. */
export type Json = ReturnType<typeof JSON.parse>;

export interface BareResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; `undefined` when there is none. */
  body: Json;
}

export interface BareRequest {
  method?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string or Buffer unchanged. */
  body?: unknown;
  agent?: Agent;
  /** Whether the response body is not JSON. Default: `false`. */
  raw?: boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends one request with Node's own client, without the library. */
export function send(
  url: string,
  options: BareRequest & Pick<RequestOptions, 'ca' | 'cert' | 'key' | 'ciphers' | 'maxVersion'>,
): Promise<BareResponse> {
  const { body, headers = {}, raw = false, ...rest } = options;
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const payload = isJson ? JSON.stringify(body) : (body as string | Buffer | undefined);
  return new Promise((resolve, reject) => {
    const request = requestHttps(
      url,
      {
        ...rest,
        headers: {
          ...(isJson && JSON_TYPE),
          ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: text === '' || raw ? undefined : JSON.parse(text),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(payload);
  });
}

/** What a client needs to connect to a simulator; plain data, so that it can be sent to another process. */
export type SimulatorAddress = Pick<
  PixSimulator,
  'url' | 'tokenUrl' | 'controlUrl' | 'ca' | 'clientCertificate' | 'moduleOptions'
>;

/** A client of the simulator on one kept-alive connection, with a token for all scopes. */
export class BareClient {
  readonly agent: Agent;
  private token: string | undefined;

  constructor(private readonly simulator: SimulatorAddress) {
    this.agent = new Agent({
      ca: simulator.ca,
      ...simulator.clientCertificate,
      keepAlive: true,
      maxSockets: 1,
    });
  }

  /** Calls the API, relative to its base address. */
  async call(method: string, path: string, body?: unknown): Promise<BareResponse> {
    this.token ??= await this.newToken();
    return this.send(method, this.simulator.url + path, {
      body,
      headers: { authorization: `Bearer ${this.token}` },
    });
  }

  /** Requests a new token before the next call. */
  forgetToken(): void {
    this.token = undefined;
  }

  /** Calls the control API. */
  control(method: string, path: string, body?: unknown): Promise<BareResponse> {
    return this.send(method, this.simulator.controlUrl + path, { body });
  }

  send(method: string, url: string, options: BareRequest = {}): Promise<BareResponse> {
    return send(url, { agent: this.agent, method, ...options });
  }

  /** Requests a token for the given scopes, or for all. */
  async newToken(scope?: string): Promise<string> {
    const response = await this.requestToken({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
    });
    return response.body.access_token as string;
  }

  /** Requests a token: with `headers` by a form, otherwise in the style of the simulated provider. */
  requestToken(
    form: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<BareResponse> {
    if (headers === undefined) return this.requestInStyle(form);
    return this.send('POST', this.simulator.tokenUrl, {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  private requestInStyle(form: Record<string, string>): Promise<BareResponse> {
    const { clientId, clientSecret = '', provider } = this.simulator.moduleOptions;
    const { clientAuth = 'basic', token = {} } = provider;
    const credentials = { client_id: clientId, client_secret: clientSecret };
    const fields = { ...(clientAuth === 'body' && credentials), ...form };
    const headers = clientAuth === 'basic' ? { authorization: this.basic() } : {};
    if (token.encoding !== 'json') return this.requestToken(fields, headers);
    return this.send('POST', this.simulator.tokenUrl, { body: fields, headers });
  }

  basic(): string {
    const { clientId, clientSecret = '' } = this.simulator.moduleOptions;
    return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  }

  close(): void {
    this.agent.destroy();
  }
}
