import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { PixRuntime } from 'nestjs-pix/internal';
import type { AccessTokens } from '../domain/state.js';
import { SimulatorProblem, type ProblemName } from '../families/problems.js';
import type { Faults, FaultSubject, InjectedFault } from '../faults/faults.js';
import type { AnswerFault, StatusFault } from '../faults/rules.js';
import {
  emptyReply,
  jsonReply,
  receiveBody,
  serializeBody,
  type ApiRequest,
  type Reply,
} from '../http/messages.js';
import { resetConnection } from '../http/server.js';
import type { SimulatedProfile } from '../profiles/profile.js';
import { tooManyRequests } from './provider.js';

/** A request that faults may apply to. */
interface FaultableRequest {
  readonly subject: FaultSubject;
  /** Success status, for a response that replaces the operation. */
  readonly success: number;
  /** Converts the problem of a fault to the provider's error format. */
  readonly convertProblem: (problem: Reply) => Reply;
  /** Handles the request. */
  readonly handle: () => Promise<Reply>;
}

/** Injects faults into calls and token requests. */
export class ResponseFaults {
  constructor(
    private readonly faults: Faults,
    private readonly tokens: AccessTokens,
    private readonly quirks: SimulatedProfile,
    private readonly runtime: PixRuntime,
  ) {}

  get isEmpty(): boolean {
    return this.faults.isEmpty;
  }

  /** Handles a request with the faults that apply to it. */
  async apply(request: ApiRequest, work: FaultableRequest): Promise<Reply> {
    const before = this.faults.selectForCall('before', work.subject);
    if (before.some(({ rule }) => rule.kind === 'latency')) await receiveBody(request);
    const placeholder = { status: work.success, headers: JSON_TYPE, value: {} };
    const replacement = await this.#inject(before, placeholder, work);
    if (replacement !== undefined) return replacement;
    const reply = await work.handle();
    // A refused call has no effect, so `after` faults do not apply to it.
    if (reply.status >= 300) return reply;
    const after = this.faults.selectForCall('after', work.subject);
    return (await this.#inject(after, reply, work)) ?? reply;
  }

  /** Injects faults. @returns the reply of the fault that replaces the response, if any */
  async #inject(
    injected: readonly InjectedFault<AnswerFault>[],
    reply: Reply,
    { convertProblem }: FaultableRequest,
  ): Promise<Reply | undefined> {
    for (const { rule, drawn } of injected) {
      if (rule.kind === 'latency') await this.#wait(resolveDuration(rule.ms, drawn));
      else if (rule.kind === 'revoke-tokens') this.tokens.revokeAll();
      else {
        const tooMany = this.quirks.server?.errors?.tooManyRequests;
        const build = replies[rule.kind] as (
          fault: AnswerFault,
          context: FaultReplyContext,
        ) => Reply;
        return build(rule, { reply, convertProblem, tooMany });
      }
    }
    return undefined;
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.runtime.after(ms, resolve, { background: true });
    });
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

function resolveDuration(ms: number | readonly [min: number, max: number], drawn: number): number {
  if (typeof ms === 'number') return ms;
  const [min, max] = ms;
  return min + drawn * (max - min);
}

const FIREWALL_PAGE =
  '<!DOCTYPE html><html><head><title>Request Rejected</title></head>' +
  '<body>The requested URL was rejected. Please consult with your administrator.</body></html>';

const GENERAL_PROBLEMS: Readonly<Record<number, ProblemName>> = {
  400: 'RequisicaoInvalida',
  403: 'AcessoNegado',
  404: 'NaoEncontrado',
  410: 'PermanentementeRemovido',
  500: 'ErroInternoDoServidor',
  503: 'ServicoIndisponivel',
  504: 'IndisponibilidadePorTempoEsgotado',
};

interface FaultReplyContext {
  /** The real reply, or a placeholder with the success status if the operation has not run. */
  readonly reply: Reply;
  /** Converts a problem to the provider's error format. */
  readonly convertProblem: (problem: Reply) => Reply;
  /** Error type of a 429. Default: the simulator's. */
  readonly tooMany: string | undefined;
}

/** Builds the reply of each kind of fault. */
const replies: {
  readonly [K in AnswerFault['kind']]: (
    fault: AnswerFault & { kind: K },
    context: FaultReplyContext,
  ) => Reply;
} = {
  reset: ({ at }, { reply }) =>
    at === 'body'
      ? { ...reply, transmit: (response) => sendHalf(response, reply) }
      : // Once Node has parsed the request; otherwise it would keep the connection in its list without a socket.
        transmitted((response) => setImmediate(() => resetConnection(response.socket))),
  // The connection stays open until the client or the simulator closes it.
  hang: () => transmitted(() => undefined),
  truncate: ({ status }, { reply }) => {
    const body = serializeBody(reply) ?? '{}';
    return corruptReply(reply, status, 'application/json', body.slice(0, body.length / 2 || 1));
  },
  'wrong-json': ({ status }, { reply }) => corruptReply(reply, status, 'application/json', '[]'),
  html: ({ status }, { reply }) =>
    corruptReply(reply, status, 'text/html; charset=utf-8', FIREWALL_PAGE),
  empty: ({ status }, { reply }) => emptyReply(status ?? reply.status),
  status: (fault, { convertProblem }) => statusReply(fault, convertProblem),
  'rate-limit': ({ retryAfter }, { convertProblem, tooMany }) =>
    convertProblem(tooManyRequests(retryAfter ?? 1, tooMany)),
  latency: (_fault, { reply }) => reply,
  'revoke-tokens': (_fault, { reply }) => reply,
};

function corruptReply(reply: Reply, status: number | undefined, type: string, text: string): Reply {
  return {
    status: status ?? reply.status,
    headers: { ...reply.headers, 'content-type': type },
    text,
  };
}

function statusReply(
  { status, headers = {}, body }: StatusFault,
  convertProblem: FaultReplyContext['convertProblem'],
): Reply {
  const named = lowerCase(headers);
  if (typeof body === 'string') return { status, headers: named, text: body };
  if (body !== undefined) return jsonReply(status, body, named);
  if (status < 400) return { ...emptyReply(status), headers: named };
  const problem = jsonReply(status, buildProblem(status), {}, 'application/problem+json');
  const reply = convertProblem(problem);
  return { ...reply, headers: { ...reply.headers, ...named } };
}

/**
 * Builds the general problem of a status. A status without a general error type has the type
 * `about:blank`.
 */
function buildProblem(status: number): object {
  const detail = 'Falha provocada no simulador.';
  const type = GENERAL_PROBLEMS[status];
  if (type !== undefined) return new SimulatorProblem(type, { detail }).body;
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Erro', status, detail };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Builds a reply that {@link transmit} sends, if it sends anything. */
function transmitted(transmit: (response: ServerResponse) => void): Reply {
  return { status: 200, headers: {}, transmit };
}

/** Sends the status, the headers and half of the body, and then resets the connection. */
function sendHalf(response: ServerResponse, reply: Reply): void {
  const { status, headers } = reply;
  const bytes = Buffer.from(serializeBody(reply) ?? '{}');
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => {
    // A reset discards data that is not sent yet: send the first half before it.
    setImmediate(() => {
      resetConnection(response.socket);
    });
  });
}
