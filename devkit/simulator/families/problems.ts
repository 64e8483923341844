import type { PixFamily, ValidationViolacao } from 'nestjs-pix';
import { isObject } from 'nestjs-pix/internal';
import {
  collectViolations,
  getFields,
  toViolacao,
  type DtoClass,
  type PixOperation,
} from 'nestjs-pix/spec';
import { families, familyProblemTypes, type FamilyProblemName } from './families.js';
import {
  naoEncontrado,
  operacaoInvalida,
  type ProblemBody,
  type ProblemType,
  type SimulatorFamily,
  type SimulatorViolation,
} from './family.js';

export type { ProblemBody, SimulatorViolation };

interface ProblemDetails {
  /** Replaces the status of the type, where the specification allows several. */
  status?: number;
  /** Replaces the default text of the type. */
  detail?: string;
  violacoes?: readonly SimulatorViolation[];
  /** Response headers that the status requires, such as `allow` or `www-authenticate`. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * An error of the simulated provider. Handlers throw it, and the response is
 * `application/problem+json`. The methods of `control` throw it to their caller.
 */
export class SimulatorProblem extends Error {
  override readonly name = 'SimulatorProblem';
  readonly status: number;
  readonly body: ProblemBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    /** Name of the error type: `CobNaoEncontrado`. */
    readonly problem: ProblemName,
    /** Text is the `detail`. */
    details: ProblemDetails | string = {},
  ) {
    const {
      status,
      detail,
      violacoes,
      headers = {},
    }: ProblemDetails = typeof details === 'string' ? { detail: details } : details;
    const type = problemTypes[problem];
    const text = detail ?? type.detail;
    super(`${problem}: ${text}`);
    this.status = status ?? type.status;
    this.headers = headers;
    this.body = {
      type: PROBLEM_BASE + problem,
      title: type.title,
      status: this.status,
      detail: text,
      ...(violacoes && violacoes.length > 0 && { violacoes: [...violacoes] }),
    };
  }
}

/** Prefix of the `type` URIs of the Pix API (specification, "Tratamento de erros"). */
export const PROBLEM_BASE = 'https://pix.bcb.gov.br/api/v2/error/';

/** The error types that the specification lists outside of the resource families, by name. */
const general = {
  RequisicaoInvalida: {
    status: 400,
    title: 'Requisição inválida.',
    detail: 'A requisição não pôde ser entendida.',
  },
  AcessoNegado: {
    status: 403,
    title: 'Acesso Negado',
    detail: 'O participante está autenticado, mas não tem autorização para esta operação.',
  },
  NaoEncontrado: naoEncontrado('Não há recurso neste endereço.'),
  PermanentementeRemovido: {
    status: 410,
    title: 'Permanentemente Removido',
    detail: 'A entidade existiu e foi removida de vez.',
  },
  ErroInternoDoServidor: {
    status: 500,
    title: 'Erro Interno do Servidor',
    detail: 'Ocorreu um erro inesperado ao processar a requisição.',
  },
  ServicoIndisponivel: {
    status: 503,
    title: 'Serviço Indisponível',
    detail: 'O serviço não está disponível no momento.',
  },
  IndisponibilidadePorTempoEsgotado: {
    status: 504,
    title: 'Tempo Esgotado',
    detail: 'O serviço não respondeu no tempo esperado.',
  },
  CobPayloadNaoEncontrado: naoEncontrado('A location não apresenta uma cobrança.'),
  CobPayloadOperacaoInvalida: operacaoInvalida(
    'Requisição inválida.',
    'A cobrança existe, mas os parâmetros da recuperação não são válidos.',
  ),
  RecPayloadNaoEncontrado: naoEncontrado('A location não apresenta uma recorrência.'),
  RecPayloadOperacaoInvalida: operacaoInvalida(
    'Requisição inválida.',
    'A recorrência da location está expirada, rejeitada ou cancelada.',
  ),
} as const satisfies Record<string, ProblemType>;

/** Error types that a provider needs and the specification does not define. */
const unspecified = {
  NaoAutorizado: {
    status: 401,
    title: 'Não Autorizado',
    detail: 'O token de acesso está ausente, expirado ou não é válido.',
  },
  MetodoNaoPermitido: {
    status: 405,
    title: 'Método Não Permitido',
    detail: 'O recurso existe, mas não aceita este método.',
  },
  CorpoGrandeDemais: {
    status: 413,
    title: 'Corpo Grande Demais',
    detail: 'O corpo da requisição passa do tamanho aceito.',
  },
  TipoDeMidiaNaoAceito: {
    status: 415,
    title: 'Tipo de Mídia Não Aceito',
    detail: 'O corpo da requisição deve ser application/json.',
  },
  OperacaoNaoSimulada: {
    status: 501,
    title: 'Operação Não Simulada',
    detail: 'A operação existe na API Pix, mas o simulador ainda não a oferece.',
  },
  PagamentoRecusado: {
    status: 409,
    title: 'Pagamento Recusado',
    detail: 'A cobrança não pode ser paga no estado atual.',
  },
  AutorizacaoRecusada: {
    status: 409,
    title: 'Autorização Recusada',
    detail: 'A recorrência não pode ser autorizada, rejeitada ou cancelada no estado atual.',
  },
} as const satisfies Record<string, ProblemType>;

/** Name of an error type: the last segment of its `type` URI. */
export type ProblemName = keyof typeof general | FamilyProblemName | keyof typeof unspecified;

const problemTypes: Readonly<Record<ProblemName, ProblemType>> = {
  ...general,
  ...familyProblemTypes,
  ...unspecified,
};

/** Error types of a family by their role, and the prefix of the paths in its violations. */
type FamilyProblems = Pick<SimulatorFamily, 'root' | 'consultaOnlyOfList'> &
  Readonly<Record<'naoEncontrado' | 'operacaoInvalida' | 'consultaInvalida', ProblemName>>;

export const familyProblems: Readonly<Record<PixFamily, FamilyProblems>> = families;

/**
 * Resolves the error types of an operation. Payload look-ups have their own
 * types. Where the specification lists no type, the general type `RequisicaoInvalida`
 * applies.
 */
export function resolveProblems({
  family,
  responseBody,
  method,
  items,
}: PixOperation): FamilyProblems {
  const problems = familyProblems[family];
  if (responseBody === 'jws') {
    const consultaInvalida =
      family === 'rec' ? 'RecPayloadOperacaoInvalida' : 'CobPayloadOperacaoInvalida';
    return { ...problems, consultaInvalida };
  }
  const usesGeneralType = items === undefined && problems.consultaOnlyOfList === true;
  return {
    ...problems,
    ...(method === 'DELETE' && { operacaoInvalida: 'RequisicaoInvalida' }),
    ...(usesGeneralType && { consultaInvalida: 'RequisicaoInvalida' }),
  };
}

/** A violation with the value that was sent, if it is shown. */
interface RuleViolation extends ValidationViolacao {
  readonly valor?: string;
}

/**
 * Builds a violation.
 *
 * @param path path of the field or parameter
 * @param rule in Portuguese, to be appended to the path
 * @param valor the value that was sent. Default: none
 */
export function violation(path: string, rule: string, valor?: string): RuleViolation {
  return { ...toViolacao({ path, rule: { text: rule } }), ...(valor !== undefined && { valor }) };
}

/** Builds a violation as {@link violation} does if a condition is true, none otherwise. */
export function violationIf(
  isViolated: boolean,
  ...args: Parameters<typeof violation>
): SimulatorViolation[] {
  return isViolated ? [violation(...args)] : [];
}

/**
 * Finds a text in a command that is longer than the schema of the response that shows it allows.
 *
 * @param most maximum number of characters
 * @returns at most one violation
 */
export function findTooLong(
  propriedade: string,
  text: string | undefined,
  most: number,
): SimulatorViolation[] {
  const isTooLong = text !== undefined && text.length > most;
  return violationIf(isTooLong, propriedade, `deve ter no máximo ${most} caracteres`);
}

/** Refuses a request that has violations. @throws SimulatorProblem with them */
export function refuse(
  problem: ProblemName,
  violacoes: readonly SimulatorViolation[],
  detail?: string,
): void {
  if (violacoes.length === 0) return;
  throw new SimulatorProblem(problem, { violacoes, ...(detail !== undefined && { detail }) });
}

/**
 * Checks a body by a class.
 *
 * @returns the body with the members that the class declares, at every level: unknown ones are dropped
 * @throws SimulatorProblem `operacaoInvalida` of the family, with all violations
 */
export function checkDto(family: PixFamily, dto: DtoClass, body: object): object {
  const { root, operacaoInvalida } = familyProblems[family];
  refuse(operacaoInvalida, collectViolations(dto, body, root).map(toViolacao));
  return pickDeclared(dto, body);
}

function pickDeclared(dto: DtoClass, body: object): object {
  const fields = getFields(dto);
  const declared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    const { schema, nested } = fields.get(name) ?? {};
    if (schema === undefined || value === undefined) continue;
    const pick = (item: unknown) =>
      nested && isObject(item) ? pickDeclared(nested(), item) : item;
    // An integer may be sent as text.
    if (schema.type === 'integer') declared[name] = Number(value);
    else declared[name] = Array.isArray(value) ? value.map(pick) : pick(value);
  }
  return declared;
}

/** Returns the record that was found. @throws SimulatorProblem if there is none */
export function requireFound<R>(record: R | undefined, problem: ProblemName): R {
  if (record === undefined) throw new SimulatorProblem(problem);
  return record;
}
