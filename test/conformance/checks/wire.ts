import type { PixOperation } from '../../../lib/contract/index.js';
import { createPixClient, type PixClient } from '../../../lib/index.js';
import { ScriptedProvider, type Answer, type Received } from '../../support/scripted-provider.js';

/** What a service method is given. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly filter?: unknown;
}

/** What came of a call: what the provider received, if anything, and what the method settled with. */
export interface Trip {
  readonly received: Received | undefined;
  readonly result: unknown;
  readonly error: unknown;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** A client of the library and a provider at its other end, over mutual TLS on a real socket. */
export class Wire {
  /** Path of every address of the API. */
  readonly root = '/pix/v2';

  private constructor(
    private readonly provider: ScriptedProvider,
    private readonly client: PixClient,
  ) {}

  static async open(): Promise<Wire> {
    const provider = await ScriptedProvider.start();
    return new Wire(provider, await createPixClient(provider.options({ retry: false })));
  }

  /** Calls the service method of an operation, and has the provider answer as told. */
  async call(operation: PixOperation, input: Input, answer: Answer): Promise<Trip> {
    const { requests } = this.provider;
    requests.length = 0;
    this.provider.api = answer;
    const { service, method } = this.methodOf(operation);
    const settled = await Promise.allSettled([
      Promise.resolve().then(() => method.apply(service, argumentsOf(operation, input))),
    ]);
    const [outcome] = settled;
    return {
      received: requests[0],
      result: outcome.status === 'fulfilled' ? outcome.value : undefined,
      error: outcome.status === 'rejected' ? (outcome.reason as unknown) : undefined,
    };
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.provider.close();
  }

  private methodOf({ id }: PixOperation): { service: object; method: Method } {
    const [family = '', name = ''] = id.split('.');
    const wanted = family === 'pix' ? 'recebidos' : family;
    const [, service] =
      Object.entries(this.client).find(([key]) => key.toLowerCase() === wanted) ?? [];
    const method: unknown = service && Reflect.get(service as object, name);
    if (typeof method !== 'function') throw new Error(`${id} has no service method.`);
    return { service: service as object, method: method as Method };
  }
}

/** Parameters of the path in their order, then the body, then the filter: what every service method takes. */
function argumentsOf(operation: PixOperation, { params, body, filter }: Input): unknown[] {
  return [
    ...operation.params.map(({ name }) => params[name]),
    ...(operation.requestBody === 'none' ? [] : [body]),
    ...(operation.filter ? [filter] : []),
  ];
}
