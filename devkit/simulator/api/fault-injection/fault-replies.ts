import { STATUS_CODES } from 'node:http';
import type { AnswerFault, StatusFault } from '../../faults/fault.js';
import { emptyReply, jsonReply, serializeBody, type Reply } from '../../http/reply.js';
import type { ProblemName } from '../../problems/catalogue.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { tooManyRequests } from '../provider/rate-limiter.js';
import { hangingReply, resetBeforeResponse, resetInBody } from './transmissions.js';

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

export interface FaultReplyContext {
  /** The real reply, or a placeholder with the success status if the operation has not run. */
  readonly reply: Reply;
  /** Converts a problem to the provider's error format. */
  readonly convertProblem: (problem: Reply) => Reply;
  /** Error type of a 429. Default: the simulator's. */
  readonly tooMany: string | undefined;
}

type Kind = AnswerFault['kind'];

/** Builds the reply of each kind of fault. */
const replies: {
  readonly [K in Kind]: (fault: AnswerFault & { kind: K }, context: FaultReplyContext) => Reply;
} = {
  reset: ({ at }, { reply }) => (at === 'body' ? resetInBody(reply) : resetBeforeResponse()),
  hang: () => hangingReply(),
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

/** Builds the reply of a fault. */
export function buildFaultReply(fault: AnswerFault, context: FaultReplyContext): Reply {
  const reply = replies[fault.kind] as (fault: AnswerFault, context: FaultReplyContext) => Reply;
  return reply(fault, context);
}

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
