import type { PixOperation } from '../../../lib/contract/index.js';
import { createPixClient, type PixClient } from '../../../lib/index.js';
import {
  ScriptedProvider,
  type ScriptedResponse,
  type Received,
} from '../../support/scripted-provider.js';

/** Arguments of a service method. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly filter?: unknown;
}

/** The result of a call: the received request, if any, and the result or error of the method. */
export interface RecordedCall {
  readonly received: Received | undefined;
  /** The scopes of the token that the request carried. */
  readonly scope: string | undefined;
  readonly result: unknown;
  readonly error: unknown;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** A client of the library and a provider, connected over mutual TLS. */
export class RecordingClient {
  /** Path of the base address of the API. */
  readonly root = '/pix/v2';

  private constructor(
    private readonly provider: ScriptedProvider,
    private readonly client: PixClient,
  ) {}

  static async open(): Promise<RecordingClient> {
    const provider = await ScriptedProvider.start();
    // The token contains its scopes, so that each request shows the scopes of its token.
    provider.token = ({ body }) => {
      const scope = new URLSearchParams(body).get('scope') ?? '';
      const token = Buffer.from(scope).toString('base64url');
      return { body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } };
    };
    const options = provider.options({ retry: false, leastPrivilege: true });
    return new RecordingClient(provider, await createPixClient(options));
  }

  /** Calls the service method of an operation with this response of the provider. */
  async call(
    operation: PixOperation,
    input: Input,
    answer: ScriptedResponse,
  ): Promise<RecordedCall> {
    const { requests } = this.provider;
    requests.length = 0;
    this.provider.api = answer;
    const { service, method } = this.findMethod(operation);
    const settled = await Promise.allSettled([
      Promise.resolve().then(() => method.apply(service, toArguments(operation, input))),
    ]);
    const [outcome] = settled;
    return {
      received: requests[0],
      scope: decodeScope(requests[0]),
      result: outcome.status === 'fulfilled' ? outcome.value : undefined,
      error: outcome.status === 'rejected' ? (outcome.reason as unknown) : undefined,
    };
  }

  /**
   * Iterates over a list with these pages of the provider.
   *
   * @returns the items, or the error
   */
  async iterate(
    operation: PixOperation,
    filter: unknown,
    page: (paginaAtual: number) => object,
  ): Promise<unknown> {
    this.provider.api = ({ url }) => {
      const { searchParams } = new URL(url, this.provider.origin);
      return { body: page(Number(searchParams.get('paginacao.paginaAtual') ?? 0)) };
    };
    const { service } = this.findMethod(operation);
    const iterable = Reflect.get(service, 'iterate') as (filter: unknown) => AsyncIterable<unknown>;
    const items: unknown[] = [];
    try {
      for await (const item of iterable.call(service, filter)) items.push(item);
      return items;
    } catch (error) {
      return error;
    }
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.provider.close();
  }

  private findMethod({ id }: PixOperation): { service: object; method: Method } {
    const [family = '', name = ''] = id.split('.');
    const wanted = family === 'pix' ? 'recebidos' : family;
    const [, service] =
      Object.entries(this.client).find(([key]) => key.toLowerCase() === wanted) ?? [];
    const method: unknown = service && Reflect.get(service as object, name);
    if (typeof method !== 'function') throw new Error(`${id} has no service method.`);
    return { service: service as object, method: method as Method };
  }
}

function decodeScope(received: Received | undefined): string | undefined {
  const [, token] = received?.headers.authorization?.split(' ') ?? [];
  return token === undefined ? undefined : Buffer.from(token, 'base64url').toString();
}

/** Returns the arguments of a service method: path parameters, body, filter. */
function toArguments(operation: PixOperation, { params, body, filter }: Input): unknown[] {
  return [
    ...operation.params.map(({ name }) => params[name]),
    ...(operation.body ? [body] : []),
    ...(operation.filter ? [filter] : []),
  ];
}
