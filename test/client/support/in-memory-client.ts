import type { TokenService } from '../../../lib/auth/index.js';
import { PixCaller } from '../../../lib/client/index.js';
import type { PixCallerConfig } from '../../../lib/client/plan.js';
import { accountTable } from '../../../lib/nest/pix.options.js';
import { PixClient } from '../../../lib/resources/index.js';
import type { CancelTimer, PixRuntime } from '../../../lib/runtime/index.js';
import {
  AccountHttp,
  PixAgent,
  type PixRequest,
  type PixResponse,
} from '../../../lib/transport/index.js';
import { withoutCertificate } from '../../support/without-certificate.js';

/** A response; `body` as text, or an object as JSON with its content type. */
interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export type Step = Reply | Error;

/** A clock whose timers fire immediately. It records the length of each wait, in milliseconds. */
export class InstantRuntime implements PixRuntime {
  readonly waits: number[] = [];
  #elapsed = 0;

  now(): number {
    return Date.UTC(2026, 0, 1) + this.#elapsed;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  /** Lets time pass, as while a request is under way. */
  advance(ms: number): void {
    this.#elapsed += ms;
  }

  random(): number {
    return 0.5;
  }

  after(ms: number, action: () => void): CancelTimer {
    this.waits.push(ms);
    const pending = setImmediate(() => {
      this.#elapsed += ms;
      action();
    });
    return () => {
      clearImmediate(pending);
    };
  }
}

export type FakeTokens = Partial<
  Pick<TokenService, 'getToken' | 'replace' | 'renewable' | 'renewalFailed'>
>;

/** A client with a scripted transport, without network or waits. */
export class InMemoryClient {
  readonly requests: PixRequest[] = [];
  readonly runtime = new InstantRuntime();
  readonly caller: PixCaller;
  readonly client: PixClient;
  /** Responds when the script has ended. */
  answer: (request: PixRequest) => Step = () => new Error('the script has ended');
  #script: Step[] = [];

  constructor(config: Partial<PixCallerConfig> = {}, tokens: FakeTokens = {}) {
    const provider = {
      name: 'scripted',
      code: '999',
      production: { baseUrl: 'https://bank.example', tokenUrl: 'https://bank.example/token' },
      scopes: [],
      readLag: 0,
    };
    this.caller = new PixCaller(
      {
        provider,
        ...accountTable.defaults,
        environment: 'production',
        baseUrl: 'https://bank.example',
        headers: {},
        runtime: this.runtime,
        retry: { attempts: 3, baseDelay: 1 },
        ...config,
      },
      withDefaults(tokens),
      (request) => this.#answer(request),
    );
    this.client = new PixClient(this.caller, {
      destroy: () => undefined,
      retire: () => undefined,
      trust: withoutCertificate,
      http: new AccountHttp({ agent: new PixAgent() }),
    });
  }

  /** Sets the responses of the provider, in order. An error is thrown by the transport. */
  script(...steps: Step[]): void {
    this.#script = steps;
  }

  get methods(): string[] {
    return this.requests.map(({ method }) => method ?? '');
  }

  #answer(request: PixRequest): Promise<PixResponse> {
    this.requests.push(request);
    const step = this.#script.shift() ?? this.answer(request);
    if (step instanceof Error) return Promise.reject(step);
    const { status = 200, headers, body = '' } = step;
    const isText = typeof body === 'string';
    return Promise.resolve({
      status,
      statusText: '',
      body: isText ? body : JSON.stringify(body),
      headers: { ...(!isText && { 'content-type': 'application/json' }), ...headers },
    });
  }
}

function withDefaults(tokens: FakeTokens): TokenService {
  const fake: unknown = { getToken: () => Promise.resolve('token'), renewable: false, ...tokens };
  return fake as TokenService;
}
