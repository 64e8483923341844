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

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter?: { readonly name: string; readonly node: Node<T> };
  readonly methods: Map<string, T>;
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
  readonly #root: Node<T> = newNode();

  add(method: string, template: string, target: T): this {
    let node = this.#root;
    for (const segment of splitPath(template)) node = descend(node, segment);
    if (node.methods.has(method)) throw new Error(`Duplicate route: ${method} ${template}.`);
    node.methods.set(method, target);
    return this;
  }

  find(method: string, path: string): RouteResult<T> {
    const params: Record<string, string> = {};
    let node: Node<T> | undefined = this.#root;
    for (const segment of splitPath(path)) {
      const literal: Node<T> | undefined = node.literals.get(segment);
      if (literal === undefined && node.parameter !== undefined) {
        const value = decode(segment);
        if (value === undefined) return { kind: 'none' };
        params[node.parameter.name] = value;
      }
      node = literal ?? node.parameter?.node;
      if (node === undefined) return { kind: 'none' };
    }
    const target = node.methods.get(method);
    if (target !== undefined) return { kind: 'match', match: { target, params } };
    if (node.methods.size === 0) return { kind: 'none' };
    return { kind: 'method', allow: [...node.methods.keys()] };
  }
}

function newNode<T>(): Node<T> {
  return { literals: new Map(), methods: new Map() };
}

function descend<T>(node: Node<T>, segment: string): Node<T> {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.parameter ??= { name, node: newNode() };
    if (node.parameter.name !== name) {
      throw new Error(`A path parameter has two names: ${node.parameter.name} and ${name}.`);
    }
    return node.parameter.node;
  }
  let next = node.literals.get(segment);
  if (next === undefined) node.literals.set(segment, (next = newNode()));
  return next;
}

function splitPath(path: string): string[] {
  return path.split('/').slice(1);
}

function decode(segment: string): string | undefined {
  try {
    return segment === '' ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
