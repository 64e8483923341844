import type { ServerResponse } from 'node:http';
import type { ApiRequest } from './api-request.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import { problemReply, sendReply } from './reply.js';
import type { Reply } from './reply.js';

/** One part of the server: everything below a path. */
export interface Endpoint {
  /** `path` begins with a slash and has no query. */
  handle(request: ApiRequest, path: string, query: string): Promise<Reply>;
}

/** Hands each request to the endpoint whose path it lies below, and turns whatever comes of it into an answer. */
export class Dispatcher {
  constructor(
    private readonly endpoints: readonly (readonly [base: string, Endpoint])[],
    /** Hears of what is a defect of the simulator, since the answer does not tell. */
    private readonly onDefect: (error: unknown) => void,
  ) {}

  readonly handle = (request: ApiRequest, response: ServerResponse): void => {
    this.reply(request)
      .then((reply) => sendReply(response, reply))
      .catch((error: unknown) => sendReply(response, this.errorReply(error)));
  };

  /** The reply to a request. Never rejects. */
  reply(request: ApiRequest): Promise<Reply> {
    return this.answer(request).catch((error: unknown) => this.errorReply(error));
  }

  private async answer(request: ApiRequest): Promise<Reply> {
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

  private errorReply(error: unknown): Reply {
    if (error instanceof SimulatorProblem) return problemReply(error);
    // A client that hung up reads no answer, and is no defect.
    if ((error as { code?: unknown }).code !== 'ECONNRESET') this.onDefect(error);
    return problemReply(new SimulatorProblem('ErroInternoDoServidor'));
  }
}

/** A defect becomes a warning of the process, which whoever runs it sees. */
export function warn(defect: unknown): void {
  process.emitWarning(defect as Error);
}
