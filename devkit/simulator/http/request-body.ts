import { isDeeper } from 'nestjs-pix/internal';
import { MAX_JSON_DEPTH } from '../kernel/json-depth.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { ApiRequest } from './api-request.js';

/** Largest accepted body in bytes: more than any batch of charges in a test, small enough to protect the memory. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** Bytes after which the connection is closed without a response. */
const MOST_READ = 64 * 1024 * 1024;

/** Bodies that {@link receiveBody} has received. */
const received = new WeakMap<ApiRequest, Promise<string>>();

/** Bodies that were read to their end. */
const texts = new WeakMap<ApiRequest, string>();

/**
 * Receives the whole request now. The request then takes effect even if the client closes the connection before it is
 * handled, as at a provider that has queued it.
 */
export async function receiveBody(request: ApiRequest): Promise<void> {
  const body = readBody(request);
  received.set(request, body);
  // readBody reports the failure.
  await body.catch(() => undefined);
}

/**
 * Reads the body of a request as text. A body that is too large is read to its end and discarded before it is refused:
 * a client that is still sending may miss an early response.
 *
 * @throws SimulatorProblem `CorpoGrandeDemais`; `TipoDeMidiaNaoAceito` if it is compressed; `RequisicaoInvalida` if it is
 * not UTF-8 (RFC 8259, section 8.1)
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
  const text = decode(request, Buffer.concat(chunks));
  texts.set(request, text);
  return text;
}

/** Keeps a byte order mark, which JSON does not allow. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode({ headers }: ApiRequest, body: Buffer): string {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (body.length > 0 && coding !== 'identity') {
    throw new SimulatorProblem('TipoDeMidiaNaoAceito', {
      detail: 'O corpo da requisição não pode ser comprimido.',
      // RFC 9110, section 15.5.16.
      headers: { 'accept-encoding': 'identity' },
    });
  }
  try {
    return utf8.decode(body);
  } catch {
    throw new SimulatorProblem('RequisicaoInvalida', {
      detail: 'O corpo da requisição não está em UTF-8.',
    });
  }
}

/** Returns the body of a request that was read. */
export function findReadBody(request: ApiRequest): string | undefined {
  return texts.get(request);
}

/**
 * Reads the body of a request as a JSON object. Returns `undefined` if the body is empty.
 *
 * @param options `untyped` accepts a body without a `Content-Type`. Default: `false`
 * @throws SimulatorProblem `TipoDeMidiaNaoAceito`, `RequisicaoInvalida`, `CorpoGrandeDemais`
 */
export async function readJsonObject(
  request: ApiRequest,
  { untyped = false }: { readonly untyped?: boolean | undefined } = {},
): Promise<object | undefined> {
  const text = await readBody(request);
  if (text.trim() === '') return undefined;
  const type = mediaType(request);
  if (!isJson(type) && !(untyped && type === ''))
    throw new SimulatorProblem('TipoDeMidiaNaoAceito');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SimulatorProblem('RequisicaoInvalida', {
      detail: 'O corpo da requisição deve ser um objeto JSON.',
    });
  }
  if (isDeeper(value, MAX_JSON_DEPTH)) {
    throw new SimulatorProblem('RequisicaoInvalida', {
      detail: `O corpo da requisição tem mais de ${MAX_JSON_DEPTH} níveis.`,
    });
  }
  return value;
}

/** Returns the media type of the body in lower case, without parameters. */
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
