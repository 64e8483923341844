import { isObject } from 'nestjs-pix/internal';
import {
  allOperations,
  operationName,
  type PixListOperation,
  type PixOperation,
} from 'nestjs-pix/spec';
import { both } from '../../language.js';
import { findLargest } from '../bisect.js';
import { conforms, deviates, fact, unknown } from '../model/findings.js';
import type { Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import { buildPeriod, type Tour } from '../tour.js';
import { queryVariants } from '../variants.js';
import { isRefusal, type Answer } from '../wire/answer.js';

const DAY = 24 * 3_600_000;
/** A day before the start of Pix (2020-11-03), so that every list is empty. */
const EMPTY_DAY = Date.parse('2020-10-01T00:00:00Z');
const LONGEST_PERIOD = 365;
/** Largest page of the specification (parameter `itensPorPagina`). */
const LARGEST_PAGE = 1000;
const PAGE_SIZE = 'paginacao.itensPorPagina';

export const listsProbe: Probe = {
  id: 'lists',
  title: both('Listas', 'Lists'),
  sends: both(
    '`GET` de cada lista: um dia antes do início do Pix, um ano, um instante com milissegundos, um instante inválido, páginas de até 1000 itens, nomes de parâmetros de outros bancos',
    '`GET` of each list: one day before the start of Pix, one year, an instant with milliseconds, an invalid instant, pages of up to 1000 items, parameter names of other banks',
  ),
  writes: false,
  decides: ['emptyIsNotFound', 'maxPeriod', 'wholeSeconds', 'maxItensPorPagina', 'query'],
  run: async (tour) => {
    const lists = allOperations.filter((row) => isList(row) && tour.exists(row));
    const findings: Finding[] = [];
    let measured = false;
    for (const operation of lists as PixListOperation[]) {
      const list = new ListProbe(tour, operation);
      findings.push(...(await list.run()));
      if (measured || !list.isReadable) continue;
      measured = true;
      findings.push(...(await list.measurePage()));
    }
    return findings;
  },
};

function isList(operation: PixOperation): boolean {
  return operation.items !== undefined;
}

/** The questions to one list. */
class ListProbe {
  isReadable = false;
  readonly #name: string;
  readonly #emptyDay: Readonly<Record<string, string>>;

  constructor(
    private readonly tour: Tour,
    private readonly operation: PixListOperation,
  ) {
    this.#name = operationName(operation);
    this.#emptyDay = buildPeriod(operation, EMPTY_DAY, EMPTY_DAY + DAY - 1000);
  }

  async run(): Promise<Finding[]> {
    const empty = await this.#ask();
    const invalid = await this.#ask({ inicio: 'x' });
    this.isReadable = this.#accepts(empty) === true && isRefusal(invalid);
    if (!this.isReadable) return this.#describeUnreadable(empty, invalid);
    const findings = [
      ...this.#describeEmpty(empty),
      ...(await this.#probeFractions()),
      ...(await this.#probePeriod()),
      ...(await this.#probeNames()),
    ];
    if (findings.length > 0) return findings;
    return [
      conforms(
        `${this.#name}: lista vazia, período, milissegundos e nomes como na especificação`,
        `${this.#name}: empty list, period, milliseconds and names as specified`,
      ),
    ];
  }

  /** Measures the largest page. */
  async measurePage(): Promise<Finding[]> {
    const accepts = async (size: number) =>
      this.#accepts(await this.#ask({ [PAGE_SIZE]: String(size) }));
    const refusesZero = (await accepts(0)) === false;
    if (!refusesZero) {
      return [
        unknown(
          `não se sabe se lê ${PAGE_SIZE}: aceita 0`,
          `whether it reads ${PAGE_SIZE} is unknown: it accepts 0`,
        ),
      ];
    }
    const whole = await this.#ask({ [PAGE_SIZE]: String(LARGEST_PAGE) });
    const isAccepted = this.#accepts(whole);
    if (isAccepted === undefined) return [];
    if (isAccepted) return [describeWholePage(whole)];
    const largest = await findLargest(0, LARGEST_PAGE, accepts);
    if (largest === undefined || largest === 0) return [];
    return [describeLargestPage(largest)];
  }

  #ask(query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.tour.call(this.operation, { query: { ...this.#emptyDay, ...query } });
  }

  /** Whether a list accepts its filter; `undefined` if the response does not show it. */
  #accepts(answer: Answer): boolean | undefined {
    if (answer.status === 200 || answer.status === 404) return true;
    return isRefusal(answer) ? false : undefined;
  }

  #describeUnreadable({ status }: Answer, invalid: Answer): Finding[] {
    const [one, other] = [status || '-', invalid.status || '-'];
    return [
      unknown(
        `${this.#name}: um filtro válido recebe ${one}, um inválido ${other}`,
        `${this.#name}: a valid filter gets ${one}, an invalid one ${other}`,
      ),
    ];
  }

  #describeEmpty({ status, json }: Answer): Finding[] {
    if (status === 404) {
      return [
        deviates(
          `${this.#name}: uma lista vazia é 404`,
          `${this.#name}: an empty list is 404`,
          fact([this.#name], 'emptyIsNotFound'),
        ),
      ];
    }
    const { items } = this.operation;
    if (Array.isArray(json?.[items])) return [];
    return [
      deviates(
        `${this.#name}: a lista vazia não tem o campo ${items}`,
        `${this.#name}: the empty list lacks the field ${items}`,
      ),
    ];
  }

  async #probeFractions(): Promise<Finding[]> {
    const { inicio = '' } = this.#emptyDay;
    const answer = await this.#ask({ inicio: inicio.replace('Z', '.123Z') });
    if (this.#accepts(answer) !== false) return [];
    return [
      deviates(
        `${this.#name}: recusa milissegundos em inicio e fim`,
        `${this.#name}: refuses milliseconds in inicio and fim`,
        fact([this.#name], 'wholeSeconds'),
      ),
    ];
  }

  /** A list that accepts a day of 2020 has no limit of age, so that a refusal concerns the length. */
  async #probePeriod(): Promise<Finding[]> {
    const fim = this.tour.time.now();
    const accepts = async (days: number) => {
      const period = buildPeriod(this.operation, fim - days * DAY + 1000, fim);
      return this.#accepts(await this.#ask({ ...period, [PAGE_SIZE]: '1' }));
    };
    if ((await accepts(LONGEST_PERIOD)) !== false) return [];
    const days = await findLargest(0, LONGEST_PERIOD, accepts);
    if (days === undefined || days === 0) return [];
    return [
      deviates(
        `${this.#name}: períodos de até ${days} dias`,
        `${this.#name}: periods of up to ${days} days`,
        fact(days, 'maxPeriod', this.#name),
      ),
    ];
  }

  /** A parameter that is read refuses an invalid value. */
  async #probeNames(): Promise<Finding[]> {
    const findings: Finding[] = [];
    const variants = queryVariants.filter(({ operation }) => operation === this.#name);
    for (const { name, variant } of variants) {
      if (this.#accepts(await this.#ask({ [name]: '*' })) === false) continue;
      if (this.#accepts(await this.#ask({ [variant]: '*' })) !== false) continue;
      findings.push(
        deviates(
          `${this.#name}: o parâmetro ${name} se chama ${variant}`,
          `${this.#name}: the parameter ${name} is called ${variant}`,
          fact(variant, 'query', this.#name, name),
        ),
      );
    }
    return findings;
  }
}

/** A list may accept a page size and reduce it. Its response states the size that it used. */
function describeWholePage({ json = {} }: Answer): Finding {
  const { paginacao } = (isObject(json.parametros) ? json.parametros : {}) as {
    paginacao?: unknown;
  };
  const used: unknown = isObject(paginacao) ? paginacao.itensPorPagina : undefined;
  if (typeof used === 'number' && Number.isInteger(used) && used > 0 && used < LARGEST_PAGE) {
    return describeLargestPage(used);
  }
  return conforms('aceita páginas de 1000 itens', 'accepts pages of 1000 items');
}

function describeLargestPage(size: number): Finding {
  return deviates(
    `aceita páginas de até ${size} itens`,
    `accepts pages of up to ${size} items`,
    fact(size, 'maxItensPorPagina'),
  );
}
