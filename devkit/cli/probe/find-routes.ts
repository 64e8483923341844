import { checkBody, type PixMethod, type PixOperation } from 'nestjs-pix/spec';
import { buildSamplePath } from './sample-path.js';
import type { Route, Tour } from './tour.js';
import { isNoRoute, type Answer } from './wire/answer.js';

/** Version segments that providers use before a path. */
const VERSIONS = ['v4', 'v3', 'v2', 'v1'];
/** A path that no provider has. */
export const NOWHERE = '/nestjs-pix-probe-nowhere';
/** Operations by which the versions in use are found. */
const LANDMARKS = ['cob.get', 'pix.get', 'rec.get', 'webhook.get'];

type Judgement = Route['state'];

/**
 * Finds out which operations exist, and at which version. It compares the response to a request without a token with the
 * response to a path that does not exist; such a request cannot take effect. A provider that answers both alike is asked
 * with the token, but only by reads and by writes whose body is invalid.
 */
export class RouteFinder {
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

  async #find(operation: PixOperation): Promise<Route> {
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
export function isAmbiguous(operation: PixOperation, others: readonly PixOperation[]): boolean {
  const { path } = buildSamplePath(operation);
  return others.some(
    (other) =>
      other !== operation &&
      other.method === operation.method &&
      new RegExp(`^${other.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}
