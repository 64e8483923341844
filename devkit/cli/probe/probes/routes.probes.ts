// The probes of which operations exist, at which versions, and what each call must have.
import { randomUUID } from 'node:crypto';
import type { PixProviderVersions } from 'nestjs-pix';
import {
  allOperations,
  findOperation,
  operationName,
  pixFamilies,
  providerOperations,
  checkBody,
  type PixMethod,
  type PixOperation,
} from 'nestjs-pix/spec';
import type { Answer } from '../../connection.js';
import type { ProbeTexts } from '../../texts/probe.en.js';
import {
  conforms,
  deviates,
  fact,
  note,
  unknown,
  type Fact,
  type ProbeFinding,
} from '../report.js';
import {
  buildSamplePath,
  isNoRoute,
  isRefusal,
  type Extras,
  type Probe,
  type ProbeRoute,
  type Tour,
} from '../tour.js';
import { accountHeaders, appKeyParameters, correlationHeaders, tokenHeaders } from '../variants.js';

/** Operations of the receiver. The look-ups of payloads are at other addresses. */
const specified = allOperations.filter(({ scope }) => scope !== null);

export const routesProbe: Probe = {
  id: 'operations',
  writes: false,
  run: async (tour) => {
    const operations = listAsked(tour);
    await new RouteFinder(tour).findAll(operations);
    const own = providerOperations.filter((row) => tour.exists(row)).map(operationName);
    tour.observations.ownOperations = own;
    return [
      ...describeFound(tour),
      ...describeVersionFacts(tour),
      ...describeMissing(tour),
      ...(own.length === 0 ? [] : [note(tour.texts.operations.beyond(own.join(', ')))]),
    ];
  },
};

function listAsked({ readOnly }: Tour): PixOperation[] {
  // With a token or a query of its own, an operation is at another address.
  const own = providerOperations.filter(
    (row) => !row.ownToken && !row.query && !isAmbiguous(row, specified),
  );
  return [...specified, ...own].filter(({ method }) => !readOnly || method === 'GET');
}

function count(tour: Tour, state: string): number {
  return specified.filter(({ id }) => tour.routes.get(id)?.state === state).length;
}

function describeFound(tour: Tour): ProbeFinding[] {
  const { operations } = tour.texts;
  const [found, open] = [count(tour, 'exists'), count(tour, 'unknown')];
  const asked = specified.filter(({ id }) => tour.routes.has(id)).length;
  return [
    ...(found > 0 ? [note(operations.found(found, asked))] : []),
    ...(open > 0 ? [unknown(operations.open(open))] : []),
  ];
}

function describeVersionFacts(tour: Tour): ProbeFinding[] {
  const found = specified.filter((row) => tour.exists(row));
  const versions = describeVersions(found, (row) => tour.routes.get(row.id)?.version ?? '');
  if (versions === undefined) return [];
  const { default: usual, resources } = versions;
  const others = Object.entries(resources).map(([resource, version]) => `${resource} ${version}`);
  const list = [usual, ...others].join(', ');
  return [
    deviates(
      tour.texts.operations.versions(list),
      fact(usual, 'versions', 'default'),
      fact(resources, 'versions', 'resources'),
    ),
  ];
}

/** A family without any operation may be at another address; single operations are missing. */
function describeMissing(tour: Tour): ProbeFinding[] {
  const { operations } = tour.texts;
  const isMissing = ({ id }: PixOperation) => tour.routes.get(id)?.state === 'missing';
  const absent = pixFamilies.filter((family) => {
    const own = specified.filter((row) => row.family === family && tour.routes.has(row.id));
    return own.length > 0 && own.every(isMissing);
  });
  tour.observations.absentFamilies = absent;
  const missing = specified.filter((row) => isMissing(row) && !absent.includes(row.family));
  const names = missing.map(operationName);
  const facts: Fact[] = names.map((name) =>
    fact('the provider does not offer it', 'unsupported', name),
  );
  const families = absent.map((family) => `/${family}`).join(', ');
  return [
    ...(names.length === 0 ? [] : [deviates(operations.missing(names.join(', ')), ...facts)]),
    ...(absent.length === 0 ? [] : [deviates(operations.elsewhere(families))]),
    ...(names.length + absent.length === 0 &&
    count(tour, 'unknown') === 0 &&
    count(tour, 'exists') > 0
      ? [conforms(operations.complete)]
      : []),
  ];
}

/** Version segments that providers use before a path. */
const VERSIONS = ['v4', 'v3', 'v2', 'v1'];
/** A path that no provider has. */
export const NOWHERE = '/nestjs-pix-probe-nowhere';
/** Operations by which the versions in use are found. */
const LANDMARKS = ['cob.get', 'pix.get', 'rec.get', 'webhook.get'];

type Judgement = ProbeRoute['state'];

/**
 * Finds out which operations exist, and at which version. It compares the response to a request without a token with the
 * response to a path that does not exist; such a request cannot take effect. A provider that answers both alike is asked
 * with the token, but only by reads and by writes whose body is invalid.
 */
class RouteFinder {
  readonly #nowhere = new Map<string, Promise<Answer>>();
  #versions: readonly string[] = [''];
  /** Whether a record that does not exist and a path that does not exist get different responses. */
  #tellsRecords = false;

  constructor(private readonly tour: Tour) {}

  async findAll(operations: readonly PixOperation[]): Promise<void> {
    await this.#findVersions(operations.filter(({ id }) => LANDMARKS.includes(id)));
    for (const operation of operations) {
      this.tour.routes.set(operation.id, await this.#find(operation));
    }
  }

  /** Without a version, if an operation exists so; otherwise the versions in use, followed by all others. */
  async #findVersions(landmarks: readonly PixOperation[]): Promise<void> {
    const used: string[] = [];
    for (const version of ['', ...VERSIONS]) {
      for (const operation of landmarks) {
        if ((await this.#judge(operation, version)) !== 'exists') continue;
        used.push(version);
        break;
      }
      if (used.includes('') || this.#hasVersion()) return;
    }
    this.#versions = used.length === 0 ? [''] : [...new Set([...used, ...VERSIONS])];
  }

  /** Whether the base address already ends in a version. */
  #hasVersion(): boolean {
    return /\/v\d+$/.test(this.tour.target.baseUrl);
  }

  async #find(operation: PixOperation): Promise<ProbeRoute> {
    let state: Judgement = 'missing';
    for (const version of this.#versions) {
      const judgement = await this.#judge(operation, version);
      if (judgement === 'exists') return { state: 'exists', version };
      if (judgement === 'unknown') state = 'unknown';
    }
    return { state, version: '' };
  }

  async #judge(operation: PixOperation, version: string): Promise<Judgement> {
    const { tour } = this;
    const answer = await tour.call(operation, { version, token: null });
    if (answer.status === 0) return 'unknown';
    if (answer.status === 405 || answer.status === 501) return 'missing';
    const nowhere = await this.#askNowhere(operation.method, false);
    if (isNoRoute(nowhere)) return isNoRoute(answer) ? 'missing' : 'exists';
    return this.#judgeWithToken(operation, version);
  }

  async #judgeWithToken(operation: PixOperation, version: string): Promise<Judgement> {
    const { tour } = this;
    if (!tour.hasToken || !isHarmless(operation)) return 'unknown';
    const body = operation.method === 'GET' ? {} : { body: {} };
    const answer = await tour.call(operation, { version, ...body });
    if (answer.status === 405 || answer.status === 501) return 'missing';
    if (answer.status === 0 || answer.status === 401 || answer.status >= 500) return 'unknown';
    return this.#compare(answer, await this.#askNowhere(operation.method, true));
  }

  /** Compares two responses to requests with a token. */
  #compare(answer: Answer, nowhere: Answer): Judgement {
    if (answer.status !== nowhere.status) return 'exists';
    if (answer.status !== 404) return 'unknown';
    if (answer.signature === nowhere.signature) return this.#tellsRecords ? 'missing' : 'unknown';
    this.#tellsRecords = true;
    return 'exists';
  }

  /** Sends a request to a path that does not exist, once for each method. */
  #askNowhere(method: PixMethod, withToken: boolean): Promise<Answer> {
    const key = `${method} ${withToken}`;
    let answer = this.#nowhere.get(key);
    if (answer === undefined) {
      const call = withToken ? {} : { token: null };
      answer = this.tour.request(method, NOWHERE, call);
      this.#nowhere.set(key, answer);
    }
    return answer;
  }
}

/** Whether a request with an empty body cannot take effect, because the operation requires fields. */
export function isHarmless(operation: PixOperation): boolean {
  if (operation.method === 'GET') return true;
  if (operation.providers !== undefined || operation.body === undefined) return false;
  try {
    checkBody(operation, {});
    return false;
  } catch {
    return true;
  }
}

/** Whether the path of an operation of one provider also fits an operation of the specification. */
function isAmbiguous(operation: PixOperation, others: readonly PixOperation[]): boolean {
  const { path } = buildSamplePath(operation);
  return others.some(
    (other) =>
      other !== operation &&
      other.method === operation.method &&
      new RegExp(`^${other.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

type FindVersion = (operation: PixOperation) => string;

/**
 * Describes versions as briefly as a profile can: the most frequent one as the default, the others by family, path
 * template or operation.
 *
 * @returns `undefined` if an operation has no version
 */
function describeVersions(
  operations: readonly PixOperation[],
  find: FindVersion,
): PixProviderVersions | undefined {
  const versions = operations.map(find);
  if (versions.length === 0 || versions.includes('')) return undefined;
  const usual = findMostFrequent(versions);
  const others = operations.filter((row) => find(row) !== usual);
  const resources = others.map((row) => [findName(row, operations, find), find(row)] as const);
  return { default: usual, resources: Object.fromEntries(resources) };
}

/** Returns the broadest name of a resource all of whose operations have the version of this one. */
function findName(
  row: PixOperation,
  operations: readonly PixOperation[],
  find: FindVersion,
): string {
  const isUniform = (belongs: (other: PixOperation) => boolean): boolean =>
    operations.filter(belongs).every((other) => find(other) === find(row));
  if (isUniform(({ family }) => family === row.family)) return row.family;
  if (isUniform(({ path }) => path === row.path)) return row.path;
  return operationName(row);
}

function findMostFrequent(versions: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const version of versions) counts.set(version, (counts.get(version) ?? 0) + 1);
  const [[usual] = ['']] = [...counts].sort(([, one], [, other]) => other - one);
  return usual;
}

/** A header or query parameter that some providers require on each call. */
interface Extra {
  readonly kind: 'headers' | 'query';
  readonly name: string;
  readonly value: string;
  readonly fact: Fact;
}

export const extrasProbe: Probe = {
  id: 'extras',
  writes: false,
  run: async (tour) => {
    const operation = findReadable(tour);
    if (operation === undefined) return [];
    const required = await findRequired(tour, operation);
    if (required === undefined) return [unknown(tour.texts.extras.refused)];
    tour.extras = combine(required);
    return [
      describeRequired(required, tour.texts.extras),
      ...(await probeAccountHeader(tour, operation)),
    ];
  },
};

/** Reads that other probes build on, in order of preference. */
const READS = ['cob.get', 'pix.get', 'loc.get', 'cobv.get', 'rec.get'];

/** Returns an operation that reads a record and exists. */
export function findReadable(tour: Tour): PixOperation | undefined {
  return READS.map(findOperation).find((operation) => operation && tour.exists(operation));
}

function listExtras({ target }: Tour): Extra[] {
  const { appKey = 'nestjs-pix-probe', fixedToken } = target;
  const header = (name: string, value: string, found: Fact): Extra => {
    return { kind: 'headers', name, value, fact: found };
  };
  return [
    ...correlationHeaders.map((name) =>
      header(name, randomUUID(), fact(name, 'correlationHeader')),
    ),
    ...(fixedToken === undefined
      ? []
      : tokenHeaders.map((name) => header(name, fixedToken, fact(name, 'sandbox', 'tokenHeader')))),
    ...appKeyParameters.map((name): Extra => {
      return { kind: 'query', name, value: appKey, fact: fact(name, 'appKeyQuery') };
    }),
  ];
}

function combine(extras: readonly Extra[]): Extras {
  const collect = (kind: Extra['kind']) =>
    Object.fromEntries(
      extras.filter((extra) => extra.kind === kind).map(({ name, value }) => [name, value]),
    );
  return { headers: collect('headers'), query: collect('query') };
}

/** A read of a record that does not exist passed all checks of the call if it is not found. */
function isPassed({ status }: Answer): boolean {
  return status === 404 || status === 200;
}

/** @returns `undefined` if no combination is accepted */
async function findRequired(tour: Tour, operation: PixOperation): Promise<Extra[] | undefined> {
  const passes = async (extras: readonly Extra[]) =>
    isPassed(await tour.call(operation, { extras: combine(extras) }));
  if (await passes([])) return [];
  const all = listExtras(tour);
  if (!(await passes(all))) return undefined;
  const required: Extra[] = [];
  for (const extra of all) {
    if (!(await passes(all.filter((other) => other !== extra)))) required.push(extra);
  }
  // One of two alternatives is missed: then all are sent, and none is reported.
  return (await passes(required)) ? required : undefined;
}

function describeRequired(required: readonly Extra[], texts: ProbeTexts['extras']): ProbeFinding {
  if (required.length === 0) return conforms(texts.none);
  const names = required.map(({ name }) => name).join(', ');
  const facts = required.map((extra) => extra.fact);
  return deviates(texts.required(names), ...facts);
}

/** A header that is read refuses a value that is not an account number. */
async function probeAccountHeader(tour: Tour, operation: PixOperation): Promise<ProbeFinding[]> {
  const findings: ProbeFinding[] = [];
  for (const name of accountHeaders) {
    const answer = await tour.call(operation, { headers: { [name]: 'x' } });
    if (!isRefusal(answer)) continue;
    const { contaCorrente } = tour.target;
    if (contaCorrente !== undefined) {
      const headers = { ...tour.extras.headers, [name]: contaCorrente };
      tour.extras = { ...tour.extras, headers };
    }
    findings.push(deviates(tour.texts.extras.account(name), fact(name, 'accountHeader')));
  }
  return findings;
}
