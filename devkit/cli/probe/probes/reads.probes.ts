import { isObject } from 'nestjs-pix/internal';
import {
  allOperations,
  findOperation,
  operationName,
  pixFamilies,
  type PixListOperation,
} from 'nestjs-pix/spec';
import type { Answer } from '../../connection.js';
import type { ProbeTexts } from '../../texts/probe.en.js';
import { conforms, deviates, fact, note, unknown, type ProbeFinding } from '../report.js';
import { buildPeriod, isRefusal, type Probe, type Tour } from '../tour.js';
import { queryVariants } from '../variants.js';
import { findReadable } from './routes.probes.js';

// The probes that read lists, records that do not exist, and without the right token.

const DAY = 24 * 3_600_000;
/** A day before the start of Pix (2020-11-03), so that every list is empty. */
const EMPTY_DAY = Date.parse('2020-10-01T00:00:00Z');
const LONGEST_PERIOD = 365;
/** Largest page of the specification (parameter `itensPorPagina`). */
const LARGEST_PAGE = 1000;
const PAGE_SIZE = 'paginacao.itensPorPagina';

export const listsProbe: Probe = {
  id: 'lists',
  writes: false,
  run: async (tour) => {
    const rows = allOperations.filter((row) => row.items !== undefined && tour.exists(row));
    const findings: ProbeFinding[] = [];
    let measured = false;
    for (const operation of rows as PixListOperation[]) {
      const list = new ListProbe(tour, operation);
      findings.push(...(await list.run()));
      if (measured || !list.isReadable) continue;
      measured = true;
      findings.push(...(await list.measurePage()));
    }
    return findings;
  },
};

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

  async run(): Promise<ProbeFinding[]> {
    const { lists } = this.tour.texts;
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
    return [conforms(lists.conform(this.#name))];
  }

  /** Measures the largest page. */
  async measurePage(): Promise<ProbeFinding[]> {
    const { lists } = this.tour.texts;
    const accepts = async (size: number) =>
      this.#accepts(await this.#ask({ [PAGE_SIZE]: String(size) }));
    const refusesZero = (await accepts(0)) === false;
    if (!refusesZero) return [unknown(lists.zero(PAGE_SIZE))];
    const whole = await this.#ask({ [PAGE_SIZE]: String(LARGEST_PAGE) });
    const isAccepted = this.#accepts(whole);
    if (isAccepted === undefined) return [];
    if (isAccepted) return [describeWholePage(whole, lists)];
    const largest = await findLargest(0, LARGEST_PAGE, accepts);
    if (largest === undefined || largest === 0) return [];
    return [describeLargestPage(largest, lists)];
  }

  #ask(query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.tour.call(this.operation, { query: { ...this.#emptyDay, ...query } });
  }

  /** Whether a list accepts its filter; `undefined` if the response does not show it. */
  #accepts(answer: Answer): boolean | undefined {
    if (answer.status === 200 || answer.status === 404) return true;
    return isRefusal(answer) ? false : undefined;
  }

  #describeUnreadable({ status }: Answer, invalid: Answer): ProbeFinding[] {
    const { lists } = this.tour.texts;
    const [one, other] = [String(status || '-'), String(invalid.status || '-')];
    return [unknown(lists.unreadable(this.#name, one, other))];
  }

  #describeEmpty({ status, json }: Answer): ProbeFinding[] {
    const { lists } = this.tour.texts;
    if (status === 404) {
      return [deviates(lists.notFound(this.#name), fact([this.#name], 'emptyIsNotFound'))];
    }
    const { items } = this.operation;
    if (Array.isArray(json?.[items])) return [];
    return [deviates(lists.noItems(this.#name, items))];
  }

  async #probeFractions(): Promise<ProbeFinding[]> {
    const { inicio = '' } = this.#emptyDay;
    const answer = await this.#ask({ inicio: inicio.replace('Z', '.123Z') });
    if (this.#accepts(answer) !== false) return [];
    return [
      deviates(this.tour.texts.lists.fractions(this.#name), fact([this.#name], 'wholeSeconds')),
    ];
  }

  /** A list that accepts a day of 2020 has no limit of age, so that a refusal concerns the length. */
  async #probePeriod(): Promise<ProbeFinding[]> {
    const fim = this.tour.time.now();
    const ask = (days: number) => {
      const period = buildPeriod(this.operation, fim - days * DAY + 1000, fim);
      return this.#ask({ ...period, [PAGE_SIZE]: '1' });
    };
    const accepts = async (days: number) => this.#accepts(await ask(days));
    const longest = await ask(LONGEST_PERIOD);
    if (this.#accepts(longest) !== false) return [];
    const days = await findLargest(0, LONGEST_PERIOD, accepts);
    if (days === undefined || days === 0) return [];
    const facts = [fact(days, 'maxPeriod', this.#name)];
    // 400 is the default.
    if (longest.status === 422) facts.push(fact(422, 'server', 'errors', 'longPeriod'));
    return [deviates(this.tour.texts.lists.period(this.#name, days), ...facts)];
  }

  /** A parameter that is read refuses an invalid value. */
  async #probeNames(): Promise<ProbeFinding[]> {
    const findings: ProbeFinding[] = [];
    const variants = queryVariants.filter(({ operation }) => operation === this.#name);
    for (const { name, variant } of variants) {
      if (this.#accepts(await this.#ask({ [name]: '*' })) === false) continue;
      if (this.#accepts(await this.#ask({ [variant]: '*' })) !== false) continue;
      findings.push(
        deviates(
          this.tour.texts.lists.renamed(this.#name, name, variant),
          fact(variant, 'query', this.#name, name),
        ),
      );
    }
    return findings;
  }
}

/** A list may accept a page size and reduce it. Its response states the size that it used. */
function describeWholePage({ json = {} }: Answer, lists: ProbeTexts['lists']): ProbeFinding {
  const { paginacao } = (isObject(json.parametros) ? json.parametros : {}) as {
    paginacao?: unknown;
  };
  const used: unknown = isObject(paginacao) ? paginacao.itensPorPagina : undefined;
  if (typeof used === 'number' && Number.isInteger(used) && used > 0 && used < LARGEST_PAGE) {
    return describeLargestPage(used, lists);
  }
  return conforms(lists.wholePage);
}

function describeLargestPage(size: number, lists: ProbeTexts['lists']): ProbeFinding {
  return deviates(lists.largestPage(size), fact(size, 'maxItensPorPagina'));
}

/**
 * Finds the largest number that is accepted.
 *
 * @param accepted a number that is accepted
 * @param refused a larger number that is refused
 * @param isAccepted resolves to `undefined` if the response shows neither
 * @returns `undefined` if a response showed neither
 */
async function findLargest(
  accepted: number,
  refused: number,
  isAccepted: (value: number) => Promise<boolean | undefined>,
): Promise<number | undefined> {
  let [low, high] = [accepted, refused];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const result = await isAccepted(middle);
    if (result === undefined) return undefined;
    if (result) low = middle;
    else high = middle;
  }
  return low;
}

/** A phone key that cannot exist: Brazil has no area code 00. */
const NO_PHONE = '5500900000000';
const WRONG_TOKEN = 'nestjs-pix-probe';

export const recordsProbe: Probe = {
  id: 'records',
  writes: false,
  run: async (tour) => {
    const findings: ProbeFinding[] = [];
    for (const family of pixFamilies) {
      const read = allOperations.find(
        (row) => row.family === family && row.method === 'GET' && !row.items && tour.exists(row),
      );
      if (read === undefined) continue;
      const { status } = await tour.call(read);
      if (status === 404 || status === 0) continue;
      // A webhook without a key may be registered.
      if (status === 200 && read.params.length === 0) continue;
      findings.push(note(tour.texts.records.gets(family, status)));
    }
    return [...findings, ...(await probePhoneKey(tour))];
  },
};

async function probePhoneKey(tour: Tour): Promise<ProbeFinding[]> {
  const read = findOperation('webhook.get');
  if (read === undefined || !tour.exists(read)) return [];
  const withPlus = await tour.call(read, { params: { chave: `+${NO_PHONE}` } });
  const withoutPlus = await tour.call(read, { params: { chave: NO_PHONE } });
  if (!isRefusal(withPlus) || withoutPlus.status !== 404) {
    return withPlus.status === 404 ? [conforms(tour.texts.records.plus)] : [];
  }
  tour.phoneKeyWithoutPlus = true;
  return [deviates(tour.texts.records.noPlus, fact(true, 'phoneKeyWithoutPlus'))];
}

export const accessProbe: Probe = {
  id: 'access',
  writes: false,
  run: async (tour) => {
    const read = findReadable(tour);
    if (read === undefined) return [];
    const without = await tour.call(read, { token: null });
    const wrong = await tour.call(read, { token: WRONG_TOKEN });
    const other = await probeOtherScope(tour);
    const { access } = tour.texts;
    const describe = (status: number, specified: number, text: string): ProbeFinding => {
      if (status === 0) return unknown(access.noResponse(text));
      return (status === specified ? conforms : deviates)(`${text}: ${status}`);
    };
    return [
      describe(without.status, 401, access.withoutToken),
      describe(wrong.status, 401, access.invalidToken),
      ...(other === undefined ? [] : [describe(other, 403, access.withoutScope)]),
    ];
  },
};

/** Reads with a token that has only the scope of another family. */
async function probeOtherScope(tour: Tour): Promise<number | undefined> {
  const { style, granted = [] } = tour;
  const read = findReadable(tour);
  const other = granted.find((scope) => scope.endsWith('.read') && scope !== read?.scope);
  if (style === undefined || read === undefined || other === undefined) return undefined;
  const { accessToken, scopes } = await tour.requestToken(style, [other]);
  if (accessToken === undefined || scopes?.includes(read.scope ?? '') !== false) return undefined;
  return (await tour.call(read, { token: accessToken })).status;
}
