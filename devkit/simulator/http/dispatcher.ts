import type { ServerResponse } from 'node:http';
import { SimulatorProblem } from '../families/problems.js';
import { problemReply, sendReply, serializeBody, type ApiRequest, type Reply } from './messages.js';

/** A part of the server: handles every request below a path. */
export interface Endpoint {
  /**
   * @param path below the endpoint's base; begins with a slash and has no query
   * @param query without the question mark
   */
  handle(request: ApiRequest, path: string, query: string): Promise<Reply>;
}

/** Receives the reply to a request, and the body of the response. */
export type ReplyListener = (reply: Reply, body: string | undefined) => void;

/** Routes each request to the endpoint whose base path it is below, and converts errors into responses. */
export class Dispatcher {
  constructor(
    private readonly endpoints: readonly (readonly [base: string, Endpoint])[],
    /** Receives errors that are defects of the simulator. The response does not contain them. */
    private readonly onDefect: (error: unknown) => void,
    /** Receives each request, and returns what receives its reply. Default: none. */
    private readonly onRequest?: (request: ApiRequest) => ReplyListener | undefined,
  ) {}

  readonly handle = (request: ApiRequest, response: ServerResponse): void => {
    const onReply = this.onRequest?.(request);
    this.reply(request)
      .then((reply) => sendReply(response, announce(reply, onReply)))
      .catch((error: unknown) => sendReply(response, this.#errorReply(error)));
  };

  /** Resolves to the reply to a request. Never rejects. */
  reply(request: ApiRequest): Promise<Reply> {
    return this.#route(request).catch((error: unknown) => this.#errorReply(error));
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

/** Passes a reply to the listener. @returns the reply, serialized */
function announce(reply: Reply, onReply: ReplyListener | undefined): Reply {
  if (onReply === undefined) return reply;
  const body = serializeBody(reply);
  onReply(reply, body);
  return body === undefined ? reply : Object.assign({}, reply, { value: undefined, text: body });
}

/** Emits a defect as a process warning. */
export function warn(defect: unknown): void {
  process.emitWarning(defect as Error);
}

interface Route<T> {
  readonly template: string;
  readonly pattern: RegExp;
  readonly targets: Map<string, T>;
}

interface RouteMatch<T> {
  readonly target: T;
  /** Path parameters by name, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Result of a search: a target, a path that exists only with other methods, or nothing. */
type RouteResult<T> =
  | { readonly kind: 'match'; readonly match: RouteMatch<T> }
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'none' };

/**
 * Finds the target of a method and a path among path templates such as `/cob/{txid}`. A literal
 * segment takes precedence over a parameter.
 */
export class Router<T> {
  readonly #routes: Route<T>[] = [];

  add(method: string, template: string, target: T): this {
    const { targets } =
      this.#routes.find((one) => one.template === template) ?? this.#addPath(template);
    if (targets.has(method)) throw new Error(`Duplicate route: ${method} ${template}.`);
    targets.set(method, target);
    return this;
  }

  find(method: string, path: string): RouteResult<T> {
    for (const { pattern, targets } of this.#routes) {
      const found = pattern.exec(path);
      if (found === null) continue;
      const params = decode(found.groups ?? {});
      if (params === undefined) break;
      const target = targets.get(method);
      if (target === undefined) return { kind: 'method', allow: [...targets.keys()] };
      return { kind: 'match', match: { target, params } };
    }
    return { kind: 'none' };
  }

  #addPath(template: string): Route<T> {
    const pattern = template.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const route = { template, pattern: new RegExp(`^${pattern}$`), targets: new Map<string, T>() };
    // A brace comes after the characters of literal segments.
    const next = this.#routes.findIndex((one) => one.template > template);
    this.#routes.splice(next < 0 ? this.#routes.length : next, 0, route);
    return route;
  }
}

function decode(groups: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    const entries = Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]);
    return Object.fromEntries(entries) as Record<string, string>;
  } catch {
    return undefined;
  }
}
