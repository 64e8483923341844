import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { isDeeper } from 'nestjs-pix/internal';
import { SimulatorProblem } from '../families/problems.js';

/**
 * The parts of a request that the simulator reads. Node's `IncomingMessage` has them. Iteration
 * yields the body.
 */
export interface ApiRequest extends AsyncIterable<Buffer> {
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Closes the connection. */
  destroy(): unknown;
}

/**
 * A response that is not sent yet. Its body is {@link value} or {@link text}, or empty without
 * either.
 */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body that is serialized as JSON when the response is sent. */
  readonly value?: unknown;
  /** Body that is sent as it is. */
  readonly text?: string;
  /** Sends the response instead of {@link sendReply}: for streams and injected faults. */
  readonly transmit?: (response: ServerResponse) => void;
}

export function emptyReply(status: number): Reply {
  return { status, headers: {} };
}

export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  contentType = 'application/json',
): Reply {
  return {
    status,
    headers: { 'content-type': contentType, ...headers },
    value,
  };
}

export function textReply(status: number, text: string, contentType: string): Reply {
  return { status, headers: { 'content-type': contentType }, text };
}

/** Builds the error response of a problem (RFC 7807). */
export function problemReply(problem: SimulatorProblem): Reply {
  return jsonReply(problem.status, problem.body, problem.headers, 'application/problem+json');
}

/** Serializes the body of a reply. Returns `undefined` if it is empty. */
export function serializeBody({ value, text }: Pick<Reply, 'value' | 'text'>): string | undefined {
  return value === undefined ? text : JSON.stringify(value);
}

export function sendReply(response: ServerResponse, reply: Reply): void {
  const { status, headers, transmit } = reply;
  if (response.headersSent || response.destroyed) return;
  if (transmit !== undefined) {
    transmit(response);
    return;
  }
  const body = serializeBody(reply);
  const length = hasNoLength(reply) ? {} : { 'content-length': Buffer.byteLength(body ?? '') };
  response.writeHead(status, Object.assign(length, headers));
  response.end(body);
}

/**
 * Whether a response must not have a Content-Length: without a body, or in chunks (RFC 9110,
 * section 8.6).
 */
function hasNoLength({ status, headers }: Reply): boolean {
  return status === 204 || status === 304 || 'transfer-encoding' in headers;
}

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
    throw new SimulatorProblem('RequisicaoInvalida', 'O corpo da requisição não está em UTF-8.');
  }
}

/** Returns the body of a request that was read. */
export function findReadBody(request: ApiRequest): string | undefined {
  return texts.get(request);
}

/** What a request asks for: the id of its operation, `cob.get`, and the parameters of its path. */
export interface RequestSubject {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Of requests whose operation was found. */
const subjects = new WeakMap<ApiRequest, RequestSubject>();

export function setSubject(request: ApiRequest, subject: RequestSubject): void {
  subjects.set(request, subject);
}

export function findSubject(request: ApiRequest): RequestSubject | undefined {
  return subjects.get(request);
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
    throw new SimulatorProblem(
      'RequisicaoInvalida',
      'O corpo da requisição deve ser um objeto JSON.',
    );
  }
  if (isDeeper(value, MAX_JSON_DEPTH)) {
    throw new SimulatorProblem(
      'RequisicaoInvalida',
      `O corpo da requisição tem mais de ${MAX_JSON_DEPTH} níveis.`,
    );
  }
  const repeated = findRepeatedMember(text);
  if (repeated !== undefined) {
    throw new SimulatorProblem(
      'RequisicaoInvalida',
      `O corpo da requisição tem o membro ${JSON.stringify(repeated)} mais de uma vez.`,
    );
  }
  return value;
}

/** A text with the colon of a member, or the beginning or end of an object or a list. */
const JSON_PARTS = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

/**
 * Finds a member that an object of a valid JSON text has twice. `JSON.parse` keeps the last one, other parsers the
 * first one: a bank and a client could read different amounts (RFC 8259, section 4).
 */
export function findRepeatedMember(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [part, colon] of json.matchAll(JSON_PARTS)) {
    if (part === '{' || part === '[') open.push(new Set());
    else if (part === '}' || part === ']') open.pop();
    else if (colon !== undefined) {
      const text = part.slice(0, -colon.length);
      const name = text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
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
    throw new SimulatorProblem('RequisicaoInvalida', 'O corpo da requisição não é um JSON válido.');
  }
}

/**
 * Deepest accepted JSON: deeper than any body of the Pix API or control API, and safe for recursive
 * functions.
 */
export const MAX_JSON_DEPTH = 100;
