import type { PixTrust } from 'nestjs-pix/internal';
import { failedAnswer, Sender, type Answer, type Request } from '../connection.js';
import type { ProbeTarget } from './target.js';
import { answerIdHeaders } from './variants.js';

/** Time as the tour sees it. Tests replace it. */
export interface ProbeTime {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface WireRequest extends Request {
  /** Whether to present the client certificate. Default: `true`. */
  readonly certificate?: boolean;
  /** Whether to send it even to a provider that stopped responding. Default: `false`. */
  readonly always?: boolean;
}

export interface WireOptions {
  readonly target: ProbeTarget;
  readonly time: ProbeTime;
  /** Time limit of a request in seconds. */
  readonly timeout: number;
  /** Pause before each request, in milliseconds. */
  readonly pause: number;
}

/** Requests without a response in a row after which no more are sent. */
const MAX_FAILURES = 3;
/** Waits after a 429 in one tour. */
const MAX_WAITS = 20;
const MAX_WAIT_SECONDS = 90;
const DEFAULT_WAIT_SECONDS = 60;

/** Sends the requests of a tour: slowly, with bounded waits and responses. Never rejects. */
export class Wire {
  /** Number of requests that were sent. */
  requests = 0;
  /** Differences between the provider's clock and this machine's, in milliseconds. */
  readonly skews: number[] = [];
  /** Names of response headers that announce rate limits. */
  readonly limitHeaders = new Set<string>();
  /** Names of response headers whose value identifies the call: it differs between responses. */
  readonly idHeaders = new Set<string>();
  /** `Content-Type` of successful JSON responses: media type and `charset`, in lower case. */
  readonly jsonTypes = new Set<string>();
  /** Number of responses with status 429. */
  refusedByLimit = 0;

  #failures = 0;
  #waits = 0;
  readonly #idValues = new Map<string, string>();
  readonly #withCertificate: Sender;
  readonly #withoutCertificate: Sender;

  constructor(private readonly options: WireOptions) {
    const { timeout, target } = options;
    const { certificate, ca, proxy } = target;
    const open = (trust: PixTrust): Sender =>
      new Sender(trust, { command: 'probe', timeout, proxy });
    this.#withCertificate = open({ certificate, ca });
    this.#withoutCertificate = open({ ca });
  }

  /** Whether the provider stopped responding. No more requests are sent then. */
  get isGivenUp(): boolean {
    return this.#failures >= MAX_FAILURES;
  }

  close(): void {
    this.#withCertificate.close();
    this.#withoutCertificate.close();
  }

  /** Sends a request. After a 429 it waits as long as the response says, and sends it again. */
  async send(request: WireRequest): Promise<Answer> {
    const { certificate = true, always = false } = request;
    if (this.isGivenUp && !always) return failedAnswer('given-up');
    await this.options.time.sleep(this.options.pause);
    const answer = await this.#sendOnce(request);
    if (answer.failure === undefined) this.#failures = 0;
    // Without the certificate, a failure is expected.
    else if (certificate) this.#failures += 1;
    return answer;
  }

  async #sendOnce(request: WireRequest): Promise<Answer> {
    const sender = request.certificate === false ? this.#withoutCertificate : this.#withCertificate;
    for (;;) {
      this.requests += 1;
      const answer = await sender.send(request);
      this.#note(answer);
      if (answer.status !== 429) return answer;
      this.refusedByLimit += 1;
      if (!(await this.#waitFor(answer.headers['retry-after']))) return answer;
    }
  }

  #note({ headers, status, skew }: Answer): void {
    if (skew !== undefined) this.skews.push(skew);
    for (const name of Object.keys(headers)) {
      if (/^(x-)?ratelimit(-[a-z]+)*$/.test(name)) this.limitHeaders.add(name);
      if (isIdHeader(name)) this.#noteId(name, String(headers[name]));
    }
    const type = String(headers['content-type']).toLowerCase();
    if (status >= 200 && status < 300 && JSON_TYPE.test(type)) this.jsonTypes.add(type);
  }

  #noteId(name: string, value: string): void {
    if ((this.#idValues.get(name) ?? value) !== value) this.idHeaders.add(name);
    this.#idValues.set(name, value);
  }

  async #waitFor(retryAfter: unknown): Promise<boolean> {
    const announced = Number(retryAfter);
    const seconds = announced > 0 ? announced : DEFAULT_WAIT_SECONDS;
    if (this.#waits >= MAX_WAITS || seconds > MAX_WAIT_SECONDS) return false;
    this.#waits += 1;
    await this.options.time.sleep(seconds * 1000);
    return true;
  }
}

/** A JSON type that has no parameter but `charset`. */
const JSON_TYPE = /^application\/json(; ?charset=[a-z\d-]{1,20})?$/;
/** Header names that end in what providers call the identifier of a call. */
const ID_HEADER = /^([a-z]+-){0,3}(request|correlation|transaction|trace)-?id$/;

function isIdHeader(name: string): boolean {
  return answerIdHeaders.includes(name) || ID_HEADER.test(name);
}
