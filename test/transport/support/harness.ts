import { afterAll, afterEach, beforeAll } from '@jest/globals';
import {
  createLeanAdapter,
  PixAgent,
  loadCertificate,
  type LeanAdapterOptions,
  type PixAgentOptions,
  type PixRequest,
  type PixHttp,
  type ReplaceableAgent,
} from '../../../lib/transport/index.js';
import { TestAuthority, type TestCertificate } from '../../support/certificates.js';
import type { TestServer } from './servers.js';

/** The authority and certificates of one spec file. It closes servers and agents after each test. */
export class Harness {
  authority!: TestAuthority;
  serverCertificate!: TestCertificate;
  clientCertificate!: TestCertificate;

  private readonly closers: (() => unknown)[] = [];

  constructor() {
    beforeAll(async () => {
      this.authority = await TestAuthority.create();
      this.serverCertificate = await this.authority.issueServer();
      this.clientCertificate = await this.authority.issueClient();
    });
    afterEach(() => this.close());
    afterAll(() => this.close());
  }

  async serve(starting: Promise<TestServer>): Promise<TestServer> {
    const server = await starting;
    this.closers.push(() => server.close());
    return server;
  }

  /** Creates a client that trusts {@link authority}. */
  async client(
    options: Omit<PixAgentOptions, 'certificate'> &
      Omit<LeanAdapterOptions, 'agent'> & { mutual?: boolean } = {},
  ): Promise<TestClient> {
    const { mutual = false, ca = [this.authority.cert], maxSockets, ...adapterOptions } = options;
    const certificate = mutual ? await loadCertificate(this.clientCertificate) : undefined;
    return this.createClient(new PixAgent({ certificate, ca, maxSockets }), adapterOptions);
  }

  createClient(
    agent: PixAgent | ReplaceableAgent,
    options: Omit<LeanAdapterOptions, 'agent'> = {},
  ): TestClient {
    this.closers.push(() => agent.destroy());
    return new TestClient(createLeanAdapter({ agent, ...options }));
  }

  private async close(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close();
  }
}

/** The adapter with shorthands for the HTTP methods. */
export class TestClient {
  constructor(readonly request: PixHttp) {}

  get(url: string, config: Partial<PixRequest> = {}): ReturnType<PixHttp> {
    return this.request({ ...config, method: 'GET', url });
  }

  post(url: string, config: Partial<PixRequest> = {}): ReturnType<PixHttp> {
    return this.request({ ...config, method: 'POST', url });
  }
}

/** Returns the error of a failed request, or an error whose message says that the request succeeded. */
export async function catchFailure(
  client: TestClient,
  config: PixRequest,
): Promise<Record<string, unknown> & Error> {
  const outcome: unknown = await client.request(config).then(
    () => new Error('the request succeeded'),
    (error: unknown) => error,
  );
  return outcome as Record<string, unknown> & Error;
}
