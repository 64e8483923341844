import type { ApiRequest } from './api-request.js';
import { isDeeper } from '../../contract/validation/index.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';

/** Larger than any batch of charges a test sends, small enough that no client fills the memory. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** Past this the connection is cut: whoever sends so much does not wait for an answer. */
const MOST_READ = 64 * 1024 * 1024;

/** Deeper than any body of the Pix API or of the control API, and far from what ends the stack of whoever goes down it. */
const DEEPEST = 100;

/** Bodies that were received before anyone asked for them. */
const received = new WeakMap<ApiRequest, Promise<string>>();

/**
 * Receives the whole request now, so that it takes effect later even when the client has hung up by then, as at a
 * provider that has queued it.
 */
export async function receiveBody(request: ApiRequest): Promise<void> {
  const body = readBody(request);
  received.set(request, body);
  // Whoever reads it is told of its failure.
  await body.catch(() => undefined);
}

/**
 * The request's body as text. One that is too large is read to its end and thrown away before it is refused, since a
 * client that is still sending may miss an early answer.
 */
export function readBody(request: ApiRequest): Promise<string> {
  return received.get(request) ?? read(request);
}

async function read(request: ApiRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
    else if (size > MOST_READ) request.destroy();
  }
  if (size > LARGEST_BODY) throw new SimulatorProblem('CorpoGrandeDemais');
  return Buffer.concat(chunks).toString('utf8');
}

/** The request's body as a JSON object; `undefined` when it is empty. */
export async function readJsonObject(request: ApiRequest): Promise<object | undefined> {
  const text = await readBody(request);
  if (text.trim() === '') return undefined;
  if (!isJson(mediaType(request))) throw new SimulatorProblem('TipoDeMidiaNaoAceito');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SimulatorProblem('RequisicaoInvalida', {
      detail: 'O corpo da requisição deve ser um objeto JSON.',
    });
  }
  if (isDeeper(value, DEEPEST)) {
    throw new SimulatorProblem('RequisicaoInvalida', {
      detail: `O corpo da requisição tem mais de ${DEEPEST} níveis.`,
    });
  }
  return value;
}

export function mediaType(request: ApiRequest): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SimulatorProblem('RequisicaoInvalida', {
      detail: 'O corpo da requisição não é um JSON válido.',
    });
  }
}
