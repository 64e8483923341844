import type { ServerResponse } from 'node:http';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { ApiRequest } from './api-request.js';
import { problemReply, sendReply, serializeBody, type Reply } from './reply.js';

/** A part of the server: handles every request below a path. */
export interface Endpoint {
  /**
   * @param path below the endpoint's base; begins with a slash and has no query
   * @param query without the question mark
   */
  handle(request: ApiRequest, path: string, query: string): Promise<Reply>;
}

/** Routes each request to the endpoint whose base path it is below, and converts errors into responses. */
export class Dispatcher {
  constructor(
    private readonly endpoints: readonly (readonly [base: string, Endpoint])[],
    /** Receives errors that are defects of the simulator. The response does not contain them. */
    private readonly onDefect: (error: unknown) => void,
    /** Receives each request with its reply and the body of the response. Default: none. */
    private readonly onReply?: (
      request: ApiRequest,
      reply: Reply,
      body: string | undefined,
    ) => void,
  ) {}

  readonly handle = (request: ApiRequest, response: ServerResponse): void => {
    this.reply(request)
      .then((reply) => sendReply(response, this.#announce(request, reply)))
      .catch((error: unknown) => sendReply(response, this.#errorReply(error)));
  };

  /** Resolves to the reply to a request. Never rejects. */
  reply(request: ApiRequest): Promise<Reply> {
    return this.#route(request).catch((error: unknown) => this.#errorReply(error));
  }

  /** Passes a reply to the listener. @returns the reply, serialized */
  #announce(request: ApiRequest, reply: Reply): Reply {
    if (this.onReply === undefined) return reply;
    const body = serializeBody(reply);
    this.onReply(request, reply, body);
    return body === undefined ? reply : { ...reply, value: undefined, text: body };
  }

  async #route(request: ApiRequest): Promise<Reply> {
    const target = request.url ?? '/';
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const query = mark < 0 ? '' : target.slice(mark + 1);
    for (const [base, endpoint] of this.endpoints) {
      if (path === base || path.startsWith(`${base}/`)) {
        return endpoint.handle(request, path.slice(base.length) || '/', query);
      }
    }
    throw new SimulatorProblem('NaoEncontrado');
  }

  #errorReply(error: unknown): Reply {
    if (error instanceof SimulatorProblem) return problemReply(error);
    // A client that closed the connection is not a defect.
    if ((error as { code?: unknown }).code !== 'ECONNRESET') this.onDefect(error);
    return problemReply(new SimulatorProblem('ErroInternoDoServidor'));
  }
}

/** Emits a defect as a process warning. */
export function warn(defect: unknown): void {
  process.emitWarning(defect as Error);
}
