import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { PixPayloadService, type PixPayloadOptions } from '../../../lib/payload/index.js';
import { TestAuthority } from '../../support/certificates.js';
import { startHttps, type TestServer } from '../../transport/support/servers.js';
import { Signer } from './signer.js';

export type ResponseHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A TLS server with payloads and a key set. Each test sets its responses. */
export class PayloadHost {
  authority!: TestAuthority;
  signer!: Signer;
  server!: TestServer;
  /** Request targets, in order. */
  readonly requests: string[] = [];
  /** Headers of the last request. */
  headers: IncomingMessage['headers'] = {};
  keys: unknown[] = [];
  answer!: ResponseHandler;
  keysHandler: ResponseHandler | undefined;

  constructor() {
    beforeAll(async () => {
      this.authority = await TestAuthority.create();
      this.signer = await Signer.create(this.authority);
      this.server = await startHttps(await this.authority.issueServer(), (request, response) =>
        this.#serve(request, response),
      );
    });
    afterEach(() => {
      this.requests.length = 0;
      this.keysHandler = undefined;
    });
    afterAll(() => this.server.close());
  }

  get jku(): string {
    return `${this.server.url}/jwks.json`;
  }

  /** Returns a location without a scheme, as a charge has it. */
  location(path = '/qr/v2/2353c790eefb11eaadc10242ac120002'): string {
    return this.server.host + path;
  }

  /** Creates a service that may connect to this server. */
  service(options: PixPayloadOptions = {}): PixPayloadService {
    return new PixPayloadService({
      ca: this.authority.cert,
      allowPrivateAddresses: true,
      allowAnyPort: true,
      ...options,
    });
  }

  /** Serves a payload that {@link signer} signs, with its key as the only one in the set. */
  async serve(payload: unknown, header: Record<string, unknown> = {}): Promise<void> {
    this.keys = [this.signer.jwk];
    this.serveText(await this.signer.sign(payload, { jku: this.jku, ...header }));
  }

  serveText(body: string, contentType = 'application/jose', status = 200): void {
    this.answer = (_request, response) =>
      response.writeHead(status, { 'content-type': contentType }).end(body);
  }

  /** Returns the error of a failed fetch, or an error whose message says that the fetch succeeded. */
  async failure(
    service = this.service(),
    location = this.location(),
    options: Parameters<PixPayloadService['fetch']>[1] = {},
  ): Promise<Record<string, unknown> & Error> {
    const outcome: unknown = await service.fetch(location, options).then(
      () => new Error('the fetch succeeded'),
      (error: unknown) => error,
    );
    return outcome as Record<string, unknown> & Error;
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.url ?? '');
    this.headers = request.headers;
    if (request.url !== '/jwks.json') this.answer(request, response);
    else if (this.keysHandler) this.keysHandler(request, response);
    else {
      response
        .writeHead(200, { 'content-type': 'application/jwk-set+json' })
        .end(JSON.stringify({ keys: this.keys }));
    }
  }
}
