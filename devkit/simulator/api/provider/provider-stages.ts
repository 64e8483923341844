import { DAY_MS } from 'nestjs-pix/internal';
import { ACCOUNT_NUMBER, operationName, parseInstant } from 'nestjs-pix/spec';
import type { SimulatorClock } from '../../kernel/clock.js';
import { familyProblems } from '../../problems/family-problems.js';
import { SimulatorProblem, type SimulatorViolation } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorQuirks } from '../../profiles/quirks.js';
import type { Call } from '../pipeline/call.js';
import type { Stage } from '../pipeline/stages.js';
import { RateLimiter, tooManyRequests } from './rate-limiter.js';

/**
 * Checks the rate limit, and the headers and query parameters that the provider requires on every
 * call.
 */
export function checkAccess(quirks: SimulatorQuirks, clock: SimulatorClock): Stage {
  const { limits, required, accountHeader, errors } = quirks;
  const limiter = limits?.api === undefined ? undefined : new RateLimiter(clock, limits.api);
  return (call) => {
    const wait = limiter?.take();
    if (wait !== undefined) return tooManyRequests(wait, errors?.tooManyRequests);
    const violacoes = [
      ...missingViolations(required, call),
      ...accountViolations(accountHeader, call),
    ];
    if (violacoes.length > 0) throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
    return undefined;
  };
}

function missingViolations(
  { headers = [], query = [] }: NonNullable<SimulatorQuirks['required']> = {},
  call: Call,
): SimulatorViolation[] {
  const missing = [
    ...headers.filter((name) => call.request.headers[name] === undefined),
    ...query.filter((name) => !call.query.get(name)),
  ];
  return missing.map((name) => violation(name, 'é obrigatório em cada chamada'));
}

function accountViolations(
  accountHeader: string | undefined,
  { request: { headers } }: Call,
): SimulatorViolation[] {
  const account = accountHeader && headers[accountHeader];
  if (!accountHeader || account === undefined || ACCOUNT_NUMBER.test(String(account))) return [];
  return [violation(accountHeader, 'deve ter só dígitos, sem zeros à esquerda')];
}

interface PeriodFilter {
  inicio?: string | Date;
  fim?: string | Date;
  itensPorPagina?: number;
}

/**
 * Checks the limits of the provider's lists. Runs after the check of the specification's filter.
 */
export function checkList(quirks: SimulatorQuirks): Stage {
  return ({ operation, filter }) => {
    const name = operationName(operation);
    const violacoes = listRules.flatMap((rule) => rule(quirks, name, filter ?? {}));
    if (violacoes.length === 0) return undefined;
    throw new SimulatorProblem(familyProblems[operation.family].consultaInvalida, { violacoes });
  };
}

type ListRule = (
  quirks: SimulatorQuirks,
  name: string,
  filter: PeriodFilter,
) => SimulatorViolation[];

const checkPageSize: ListRule = (
  { maxItensPorPagina = Infinity },
  _name,
  { itensPorPagina = 0 },
) =>
  itensPorPagina > maxItensPorPagina
    ? [violation('paginacao.itensPorPagina', `deve ser no máximo ${maxItensPorPagina}`)]
    : [];

const checkPeriod: ListRule = ({ maxPeriod }, name, { inicio, fim }) => {
  const days = maxPeriod?.[name];
  if (days === undefined || inicio === undefined || fim === undefined) return [];
  const length = parseInstant(fim) - parseInstant(inicio);
  return length >= days * DAY_MS
    ? [violation('fim', `deve ser menos de ${days} dias depois de inicio`)]
    : [];
};

const checkSeconds: ListRule = ({ wholeSeconds = [] }, name, { inicio, fim }) =>
  Object.entries({ inicio, fim })
    .filter(([, instant]) => wholeSeconds.includes(name) && String(instant).includes('.'))
    .map(([field]) => violation(field, 'não aceita frações de segundo'));

const listRules: readonly ListRule[] = [checkPageSize, checkPeriod, checkSeconds];

/** Checks that phone keys in path and body have the provider's form. */
export function checkKey({ phoneKeyWithoutPlus }: SimulatorQuirks): Stage {
  return ({ operation, params, body }: Call) => {
    if (phoneKeyWithoutPlus !== true) return undefined;
    const chaves = [params.chave, (body as { chave?: string } | undefined)?.chave];
    if (!chaves.some((chave) => chave?.startsWith('+') === true)) return undefined;
    throw new SimulatorProblem(familyProblems[operation.family].operacaoInvalida, {
      violacoes: [violation('chave', 'de telefone deve vir sem o +')],
    });
  };
}
