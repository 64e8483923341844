import { operationName } from '../../../contract/operation.js';
import { parseInstant } from '../../../values/instant.js';
import type { SimulatorClock } from '../../kernel/clock.js';
import type { Call } from '../pipeline/call.js';
import type { Stage } from '../pipeline/stages.js';
import { familyProblems } from '../../problems/family-problems.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import type { SimulatorViolation } from '../../problems/simulator-problem.js';
import type { SimulatorQuirks } from '../../profiles/quirks.js';
import { RateLimiter, tooManyRequests } from './rate-limiter.js';

const DAY = 24 * 3_600_000;

/** Whether the provider lets a call in at all: its rate, and what each call must carry. */
export function admit(quirks: SimulatorQuirks, clock: SimulatorClock): Stage {
  const { limits, required, accountHeader, errors } = quirks;
  const limiter = limits?.api === undefined ? undefined : new RateLimiter(clock, limits.api);
  return ({ request: { headers }, query }) => {
    const wait = limiter?.take();
    if (wait !== undefined) return tooManyRequests(wait, errors?.tooManyRequests);
    const missing = [
      ...(required?.headers ?? []).filter((name) => headers[name] === undefined),
      ...(required?.query ?? []).filter((name) => !query.get(name)),
    ];
    const violacoes = missing.map((name) => violation(name, 'é obrigatório em cada chamada'));
    const account = accountHeader === undefined ? undefined : headers[accountHeader];
    if (accountHeader && account !== undefined && !/^[1-9][0-9]*$/.test(String(account))) {
      violacoes.push(violation(accountHeader, 'deve ter só dígitos, sem zeros à esquerda'));
    }
    if (violacoes.length > 0) throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
    return undefined;
  };
}

interface Period {
  inicio?: string | Date;
  fim?: string | Date;
  itensPorPagina?: number;
}

/** Limits of the provider's lists, once the filter is checked by the specification. */
export function checkList(quirks: SimulatorQuirks): Stage {
  return ({ operation, filter }) => {
    const violacoes = [...listViolations(quirks, operationName(operation), filter ?? {})];
    if (violacoes.length === 0) return undefined;
    throw new SimulatorProblem(familyProblems[operation.family].consultaInvalida, { violacoes });
  };
}

function* listViolations(
  { maxItensPorPagina, maxPeriod, wholeSeconds }: SimulatorQuirks,
  name: string,
  { inicio, fim, itensPorPagina = 0 }: Period,
): Generator<SimulatorViolation> {
  if (maxItensPorPagina !== undefined && itensPorPagina > maxItensPorPagina) {
    yield violation('paginacao.itensPorPagina', `deve ser no máximo ${maxItensPorPagina}`);
  }
  const days = maxPeriod?.[name];
  if (days !== undefined && inicio !== undefined && fim !== undefined) {
    const length = parseInstant(fim) - parseInstant(inicio);
    if (length >= days * DAY)
      yield violation('fim', `deve ser menos de ${days} dias depois de inicio`);
  }
  if (wholeSeconds?.includes(name) !== true) return;
  for (const [field, instant] of Object.entries({ inicio, fim })) {
    if (String(instant).includes('.')) yield violation(field, 'não aceita frações de segundo');
  }
}

/** A phone key as the provider wants it, in path and body. */
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

function violation(propriedade: string, rule: string): SimulatorViolation {
  return { razao: `${propriedade} ${rule}`, propriedade };
}
