// What a provider adds to the API: limits, required headers, the test of a webhook, and the form of its responses.
import { STATUS_CODES } from 'node:http';
import type { PixErrorFormat } from 'nestjs-pix';
import { DAY_MS, MINUTE_MS } from 'nestjs-pix/internal';
import { ACCOUNT_NUMBER, operationName, parseInstant, type PixOperation } from 'nestjs-pix/spec';
import { isDeliverable, type WebhookSender } from '../domain/deliveries.js';
import {
  familyProblems,
  PROBLEM_BASE,
  refuse,
  SimulatorProblem,
  violation,
  violationIf,
  type ProblemBody,
} from '../families/problems.js';
import {
  emptyReply,
  jsonReply,
  problemReply,
  type ApiRequest,
  type Reply,
} from '../http/messages.js';
import type { SimulatorClock } from '../kernel/clock.js';
import type { SimulatedProfile } from '../profiles/profile.js';
import type { Call, Stage } from './pipeline.js';

/**
 * Checks the rate limit, and the headers and query parameters that the provider requires on every
 * call.
 */
export function checkAccess(quirks: SimulatedProfile, clock: SimulatorClock): Stage {
  const { rateLimits, accountHeader = '', appKeyQuery = '', server } = quirks;
  const { correlationHeader = '' } = quirks;
  const limit = rateLimits?.callsPerMinute;
  const limiter = limit === undefined ? undefined : new RateLimiter(clock, limit);
  return (call) => {
    const wait = limiter?.take();
    if (wait !== undefined) return tooManyRequests(wait, server?.errors?.tooManyRequests);
    const { headers } = call.request;
    const account = headers[accountHeader];
    const [appKey = appKeyQuery] = Object.keys(call.operation.query ?? {});
    const isAnonymous = headers[correlationHeader.toLowerCase()] === undefined;
    refuse('RequisicaoInvalida', [
      ...violationIf(correlationHeader !== '' && isAnonymous, correlationHeader, REQUIRED),
      ...violationIf(appKey !== '' && !call.query.get(appKey), appKey, REQUIRED),
      ...violationIf(
        account !== undefined && !ACCOUNT_NUMBER.test(String(account)),
        accountHeader,
        'deve ter só dígitos, sem zeros à esquerda',
      ),
    ]);
    return undefined;
  };
}

const REQUIRED = 'é obrigatório em cada chamada';

interface PeriodFilter {
  inicio?: string | Date;
  fim?: string | Date;
  itensPorPagina?: number;
}

/**
 * Checks the limits of the provider's lists. Runs after the check of the specification's filter.
 */
export function checkList(quirks: SimulatedProfile): Stage {
  const { maxItensPorPagina = Infinity, maxPeriod = {}, wholeSeconds = [] } = quirks;
  const { longPeriod: status = 400 } = quirks.server?.errors ?? {};
  return ({ operation, filter }) => {
    const name = operationName(operation);
    const { inicio = '', fim = '', itensPorPagina = 0 }: PeriodFilter = filter ?? {};
    const days = maxPeriod[name] ?? Infinity;
    const hasFraction = (instant: string | Date) =>
      wholeSeconds.includes(name) && String(instant).includes('.');
    const { consultaInvalida } = familyProblems[operation.family];
    const isLong = parseInstant(fim) - parseInstant(inicio) >= days * DAY_MS;
    refuse(consultaInvalida, [
      ...violationIf(
        itensPorPagina > maxItensPorPagina,
        'paginacao.itensPorPagina',
        `deve ser no máximo ${maxItensPorPagina}`,
      ),
      ...violationIf(hasFraction(inicio), 'inicio', 'não aceita frações de segundo'),
      ...violationIf(hasFraction(fim), 'fim', 'não aceita frações de segundo'),
    ]);
    if (!isLong) return undefined;
    const violacoes = [violation('fim', `deve ser menos de ${days} dias depois de inicio`)];
    throw new SimulatorProblem(consultaInvalida, { status, violacoes });
  };
}

/** Checks that phone keys in path and body have the provider's form. */
export function checkKey({ phoneKeyWithoutPlus }: SimulatedProfile): Stage {
  return ({ operation, params, body }: Call) => {
    if (phoneKeyWithoutPlus !== true) return undefined;
    const { chave }: { chave?: string } = body ?? {};
    const hasPlus = [params.chave, chave].some((key) => key?.startsWith('+') === true);
    const { operacaoInvalida } = familyProblems[operation.family];
    refuse(operacaoInvalida, violationIf(hasPlus, 'chave', 'de telefone deve vir sem o +'));
    return undefined;
  };
}

/** Counts the requests of each minute of the simulator's clock. */
export class RateLimiter {
  #minute = -1;
  #count = 0;

  constructor(
    private readonly clock: SimulatorClock,
    /** Requests per minute. */
    private readonly limit: number,
  ) {}

  /** Counts a request. @returns the seconds until the next minute if the limit is exceeded */
  take(): number | undefined {
    const now = this.clock.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) [this.#minute, this.#count] = [minute, 0];
    this.#count += 1;
    if (this.#count <= this.limit) return undefined;
    return Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000));
  }
}

/** Builds a 429 with `Retry-After`. */
export function tooManyRequests(retryAfter: number | string, type = 'LimiteDeRequisicoes'): Reply {
  return jsonReply(
    429,
    {
      type: PROBLEM_BASE + type,
      title: 'Muitas Requisições',
      status: 429,
      detail: 'O limite de requisições foi atingido.',
    },
    { 'retry-after': String(retryAfter) },
    'application/problem+json',
  );
}

const TEST_BODY = JSON.stringify({ evento: 'teste_webhook' });

/**
 * Calls the address of a webhook before it is registered. The receiver must refuse a call without a certificate and
 * accept a call with the provider's certificate.
 */
export function testWebhook({ server }: SimulatedProfile, sender: WebhookSender): Stage {
  const testCall = server?.webhook?.testCall;
  return async ({ operation, request, body }) => {
    if (testCall === undefined || operation.registersWebhook !== true) return undefined;
    if (body === undefined || !('webhookUrl' in body)) return undefined;
    const { webhookUrl } = body;
    if (typeof webhookUrl !== 'string' || !isDeliverable(webhookUrl)) return undefined;
    if (request.headers[testCall.skipHeader] === 'true') return undefined;
    const reason = await findViolation(new URL(webhookUrl), sender);
    const { root, operacaoInvalida } = familyProblems[operation.family];
    refuse(operacaoInvalida, reason === undefined ? [] : [violation(`${root}.webhookUrl`, reason)]);
    return undefined;
  };
}

async function findViolation(url: URL, sender: WebhookSender): Promise<string | undefined> {
  if (await isAccepted(sender.send(url, TEST_BODY, { certificate: false }))) {
    return 'aceita quem não apresenta certificado';
  }
  if (await isAccepted(sender.send(url, TEST_BODY))) return undefined;
  return 'não aceita o certificado deste provedor';
}

function isAccepted(status: Promise<number>): Promise<boolean> {
  return status.then(
    (value) => value >= 200 && value < 300,
    () => false,
  );
}

const NO_BODY: ReadonlySet<number> = new Set([204, 205]);

/** Converts a response of the specification to the provider's response. */
export function toProviderReply(
  quirks: SimulatedProfile,
  operation: PixOperation,
  reply: Reply,
): Reply {
  return reply.status >= 400
    ? toProviderError(quirks, operation, reply)
    : withJsonType(quirks, toProviderSuccess(quirks, operation, reply));
}

/** Converts an RFC 7807 problem to the provider's error format. */
export function toProviderError(
  { server }: SimulatedProfile,
  { family }: PixOperation,
  reply: Reply,
): Reply {
  const { status, value, headers } = reply;
  const { errors } = server ?? {};
  const format = errors?.statuses?.[status] ?? errors?.families?.[family] ?? errors?.format;
  if (format === undefined || value === undefined) return reply;
  const { contentType, ...body } = formats[format](value as ProblemBody);
  return { status, headers: { ...headers, 'content-type': contentType }, ...body };
}

function toProviderSuccess(quirks: SimulatedProfile, operation: PixOperation, reply: Reply): Reply {
  const name = operationName(operation);
  if (quirks.emptyIsNotFound?.includes(name) === true && isEmptyPage(operation, reply)) {
    const problem = new SimulatorProblem(familyProblems[operation.family].naoEncontrado, {
      detail: 'Nenhum registro encontrado para os filtros informados.',
    });
    return toProviderError(quirks, operation, problemReply(problem));
  }
  const status = resolveSuccess(quirks, operation, reply.status);
  if (NO_BODY.has(status)) return emptyReply(status);
  const { answerAliases } = quirks;
  if (answerAliases === undefined || reply.value === undefined) return { ...reply, status };
  return { ...reply, status, value: rename(reply.value, answerAliases) };
}

/** Resolves the provider's status for a success status of the specification. */
export function resolveSuccess(
  { server }: SimulatedProfile,
  operation: PixOperation,
  status = operation.success[0] ?? 200,
): number {
  const { statuses } = server ?? {};
  return statuses?.[operationName(operation)] ?? statuses?.[status] ?? status;
}

function isEmptyPage({ items = '' }: PixOperation, { value = {} }: Reply): boolean {
  const list = (value as Readonly<Record<string, unknown>>)[items];
  return Array.isArray(list) && list.length === 0;
}

/** Renames fields at any depth. */
function rename(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      (Object.hasOwn(names, name) ? names[name] : undefined) ?? name,
      rename(field, names),
    ]),
  );
}

type Quirks = Pick<SimulatedProfile, 'server'>;

/** Resolves the method of a call: that of the header which the provider reads, or the method of the request. */
export function resolveMethod({ server }: Quirks, { method = 'GET', headers }: ApiRequest): string {
  const header = server?.http?.methodOverride;
  const named = header === undefined ? undefined : headers[header];
  return method === 'POST' && typeof named === 'string' ? named.toUpperCase() : method;
}

/** Resolves the path of a call: without a trailing slash if the provider accepts one. */
export function resolvePath({ server }: Quirks, path: string): string {
  return server?.http?.trailingSlash === true && path.length > 1 && path.endsWith('/')
    ? path.slice(0, -1)
    : path;
}

/** Returns a JSON response with the provider's `Content-Type`. */
export function withJsonType({ server }: Quirks, reply: Reply): Reply {
  const { headers } = reply;
  const jsonType = server?.http?.jsonType;
  if (jsonType === undefined || headers['content-type'] !== 'application/json') return reply;
  return { ...reply, headers: { ...headers, 'content-type': jsonType } };
}

/** An error body with its content type: a JSON value or text. */
type ErrorBody = { readonly contentType: string } & (
  { readonly value: object } | { readonly text: string }
);

const formats: Readonly<Record<PixErrorFormat, (problem: ProblemBody) => ErrorBody>> = {
  problem: (value) => ({ contentType: 'application/problem+json', value }),
  erros: (problem) =>
    json({
      erros: reasons(problem).map((mensagem) => ({
        codigo: `4.${problem.status}`,
        versao: '1',
        mensagem,
        ocorrencia: `sim.${Date.now().toString(36)}`,
      })),
    }),
  gateway: ({ status, detail }) =>
    json({
      statusCode: status,
      error: STATUS_CODES[status] ?? 'Error',
      message: detail,
      attributes: { error: detail },
    }),
  'nome-mensagem': (problem) =>
    json({ nome: snakeCase(problem.type), mensagem: reasons(problem).join('; ') }),
  soap: ({ status, detail }) => ({
    contentType: 'text/xml; charset=utf-8',
    text:
      '<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
      `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${status} ${escape(detail)}</faultstring></soap:Fault>` +
      '</soap:Body></soap:Envelope>',
  }),
};

function json(value: object): ErrorBody {
  return { contentType: 'application/json', value };
}

/** Lists the reasons of a problem: its violations, or its detail. */
function reasons({ detail, violacoes = [] }: ProblemBody): string[] {
  const texts = violacoes.map(({ razao }) => razao).filter((razao) => razao !== undefined);
  return texts.length > 0 ? texts : [detail];
}

/** Converts `…/CobNaoEncontrado` to `cob_nao_encontrado`. */
function snakeCase(type: string): string {
  const name = type.slice(type.lastIndexOf('/') + 1);
  return name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase();
}

function escape(text: string): string {
  return text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
