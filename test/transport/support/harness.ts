import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import {
  createLeanAdapter,
  createPixAgent,
  createPixAxios,
  loadCertificate,
  type LeanAdapterOptions,
  type PixAgent,
  type PixAgentOptions,
  type PixAxiosRequestConfig,
} from '../../../lib/transport/index.js';
import { TestAuthority, type TestCertificate } from '../../support/certificates.js';
import type { TestServer } from './servers.js';

/** The authority and certificates of one spec file, and whatever is to be closed after each test. */
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

  /** A client that trusts {@link authority}. */
  async client(
    options: Omit<PixAgentOptions, 'certificate'> &
      Omit<LeanAdapterOptions, 'agent'> & { mutual?: boolean } = {},
  ): Promise<AxiosInstance> {
    const { mutual = false, ca = [this.authority.cert], maxSockets, ...adapterOptions } = options;
    const certificate = mutual ? await loadCertificate(this.clientCertificate) : undefined;
    return this.clientOf(createPixAgent({ certificate, ca, maxSockets }), adapterOptions);
  }

  clientOf(agent: PixAgent, options: Omit<LeanAdapterOptions, 'agent'> = {}): AxiosInstance {
    this.closers.push(() => agent.destroy());
    return createPixAxios({ adapter: createLeanAdapter({ agent, ...options }) });
  }

  private async close(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close();
  }
}

/** The error that a request ends in; fails the test when it succeeds. */
export async function failureOf(
  instance: AxiosInstance,
  config: PixAxiosRequestConfig,
): Promise<Record<string, unknown> & Error> {
  const outcome: unknown = await instance.request(config).then(
    () => new Error('the request succeeded'),
    (error: unknown) => error,
  );
  return outcome as Record<string, unknown> & Error;
}
