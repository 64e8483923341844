// The deliveries of webhooks: their attempts, their records, and how they are sent.
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { PixServerWebhooks } from 'nestjs-pix';
import { getErrorCode, redact, systemRuntime, type PixRuntime } from 'nestjs-pix/internal';
import { removeTrailingSlashes } from 'nestjs-pix/spec';
import type { DeliveryKind } from '../families/webhooks.js';
import { resolveDelivery, type Faults } from '../faults/faults.js';
import { alterNotification } from '../hostile/alter-records.js';
import type { HostileBank } from '../hostile/hostile-bank.js';
import type { PemCertificate } from '../kernel/certificates.js';
import type { SimulatorClock } from '../kernel/clock.js';
import { RecordStore, type RecordFeed } from '../kernel/records.js';

/** Receives a copy of a delivery after each attempt. */
export type DeliveryListener = (delivery: WebhookDelivery) => void;

interface WebhookDeliveriesOptions {
  readonly clock: SimulatorClock;
  readonly sender: WebhookSender;
  /** Milliseconds before each further attempt. */
  readonly retryDelays: readonly number[];
  readonly faults: Faults;
  readonly hostile: HostileBank;
  readonly changes: RecordFeed;
  readonly quirks: PixServerWebhooks;
  readonly runtime: PixRuntime;
}

/**
 * Delivers events at least once, as providers do. A delivery is repeated after the delays of the schedule until a
 * response is 2xx, and fails when the schedule is used up. Deliveries do not wait for each other.
 */
export class WebhookDeliveries {
  readonly store: DeliveryStore;
  readonly #pending = new Map<DeliveryRecord, () => void>();
  readonly #waiting = new Set<() => void>();
  readonly #listeners = new Set<DeliveryListener>();

  constructor(private readonly options: WebhookDeliveriesOptions) {
    this.store = new DeliveryStore(options.changes);
  }

  /** Lists copies of all deliveries, oldest first. */
  list(): WebhookDelivery[] {
    return Array.from(this.store.values(), toDelivery);
  }

  /** Number of deliveries in the store. */
  get size(): number {
    return this.store.size;
  }

  /** Lists copies of the latest deliveries, newest first. */
  newest(count: number): WebhookDelivery[] {
    return [...this.store.values()].slice(-count).reverse().map(toDelivery);
  }

  get(id: number): WebhookDelivery | undefined {
    const record = this.store.get(id);
    return record && toDelivery(record);
  }

  /**
   * Plans the delivery of an event. Fault rules may duplicate, delay or lose it.
   *
   * @param event body of the notification: an object with one list
   */
  enqueue(kind: DeliveryKind, webhookUrl: string, event: object): void {
    const { faults, hostile, quirks } = this.options;
    const target = deliveryUrl(webhookUrl, kind, quirks.keepPathParameter).href;
    const isBare = kind === 'pix' && quirks.bareArray === true;
    const shown = hostile.isEmpty ? event : alterNotification(hostile, kind, event);
    const body: unknown = isBare ? Object.values(shown)[0] : shown;
    const { copies, delay, lost } = resolveDelivery(faults, kind);
    for (let copy = 0; copy < copies; copy += 1) {
      const dueAt = this.options.clock.now() + delay;
      const record = { kind, target, body, state: 'pending' as const, attempts: [], dueAt };
      if (lost) this.#recordLost({ ...record, state: 'failed' });
      else this.#plan(this.store.create(record), delay);
    }
  }

  /**
   * Attempts a delivery again immediately, in any state.
   *
   * @returns the delivery before that attempt; `undefined` if there is no delivery with that number
   */
  redeliver(id: number): WebhookDelivery | undefined {
    const record = this.store.get(id);
    if (record === undefined) return undefined;
    this.#pending.get(record)?.();
    this.#plan(record, 0);
    return toDelivery(record);
  }

  /** Plans the pending deliveries of a restored store. */
  resume(): void {
    const now = this.options.clock.now();
    for (const record of [...this.store.values()]) {
      if (record.state === 'pending') this.#plan(record, Math.max(0, record.dueAt - now));
    }
  }

  /** Calls `listener` after each attempt. @returns a function that ends the subscription */
  subscribe(listener: DeliveryListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves when no delivery is pending. */
  async idle(): Promise<void> {
    // Check again: undoing a change clears the list and fills it again.
    while (this.#pending.size > 0) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  close(): void {
    this.cancelPending();
    this.options.sender.close();
  }

  /** Cancels the next attempts of all pending deliveries. */
  cancelPending(): void {
    for (const cancel of this.#pending.values()) cancel();
    this.#pending.clear();
    this.#resolveIdle();
  }

  #recordLost(record: Omit<DeliveryRecord, 'id'>): void {
    const lost = this.store.create(record);
    this.store.update(lost, ({ attempts }) => {
      attempts.push({ at: this.options.clock.iso(), error: 'LOST' });
    });
    void this.#report(lost);
  }

  #plan(record: DeliveryRecord, delay: number): void {
    const { clock } = this.options;
    const cancel = clock.after(delay, () => {
      void this.#attempt(record);
    });
    this.#pending.set(record, cancel);
    this.store.update(record, (draft) => {
      draft.state = 'pending';
      draft.dueAt = clock.now() + delay;
    });
  }

  async #attempt(record: DeliveryRecord): Promise<void> {
    const planned = this.#pending.get(record);
    const begun: DeliveryAttempt = { at: this.options.clock.iso() };
    const index = this.store.update(record, ({ attempts }) => attempts.push(begun) - 1);
    if (!(await this.#isStored(record))) return;
    const ended = { ...begun, ...(await this.#send(record)) };
    // The deliveries were cleared in the meantime.
    if (this.store.get(record.id) !== record) return;
    this.store.update(record, ({ attempts }) => {
      attempts[index] = ended;
    });
    // The delivery was planned again in the meantime: this attempt no longer decides its state.
    if (planned === undefined || this.#pending.get(record) !== planned) return;
    this.#conclude(record, ended);
  }

  async #send({ target, body }: DeliveryRecord): Promise<Omit<DeliveryAttempt, 'at'>> {
    const { sender, runtime } = this.options;
    const begun = runtime.now();
    let response = '';
    const onText = (text: string) => {
      response = redact(text);
    };
    try {
      const status = await sender.send(new URL(target), JSON.stringify(body), { onText });
      const duration = runtime.now() - begun;
      return { status, duration, ...(response !== '' && { response }) };
    } catch (error) {
      return { error: getErrorCode(error) ?? 'ERROR', duration: runtime.now() - begun };
    }
  }

  #conclude(record: DeliveryRecord, { status = 0 }: DeliveryAttempt): void {
    const delay = this.options.retryDelays[record.attempts.length - 1];
    const delivered = status >= 200 && status < 300;
    if (delivered || delay === undefined) {
      this.#pending.delete(record);
      this.store.update(record, (draft) => {
        draft.state = delivered ? 'delivered' : 'failed';
      });
    } else this.#plan(record, delay);
    void this.#report(record);
  }

  async #report(record: DeliveryRecord): Promise<void> {
    if (!(await this.#isStored(record))) return;
    for (const listener of this.#listeners) listener(toDelivery(record));
    this.#resolveIdle();
  }

  /**
   * Waits until the changes of the present work are written, which happens in an earlier microtask. If the storage refuses
   * them, the state is read again: this record is then no longer in the store.
   */
  async #isStored(record: DeliveryRecord): Promise<boolean> {
    await Promise.resolve();
    return this.store.get(record.id) === record;
  }

  #resolveIdle(): void {
    if (this.#pending.size > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

export type { DeliveryKind };

/** One request to the registered address. It has neither `status` nor `error` until it has ended. */
export interface DeliveryAttempt {
  /** When it began, RFC 3339. */
  at: string;
  /** HTTP status of the response. Absent if there was no response. */
  status?: number;
  /** Milliseconds of the machine's clock until the end of the response, or the error. */
  duration?: number;
  /** Body of the response, without secrets, tokens, CPF and CNPJ. Absent if it is empty. */
  response?: string;
  /** Error code: `ECONNREFUSED`, `TIMEOUT`, …; `LOST` for an injected fault. Absent if there was a response. */
  error?: string;
}

/** The delivery of an event to the receiver. */
export interface WebhookDelivery {
  /** Number of the delivery, from 1. */
  id: number;
  kind: DeliveryKind;
  /** Address without its query, where integrators put a secret. */
  url: string;
  /** The body, the same in each attempt. */
  body: unknown;
  /** `pending` until a response is 2xx (`delivered`) or the attempts are used up (`failed`). */
  state: 'pending' | 'delivered' | 'failed';
  /** Attempts, oldest first. */
  attempts: DeliveryAttempt[];
  /** When the next attempt is due: RFC 3339, by the simulator's clock. Only for a pending delivery. */
  dueAt?: string;
}

/** A delivery in the store. */
interface DeliveryRecord {
  readonly id: number;
  readonly kind: DeliveryKind;
  /** The complete address. Its query is never shown: integrators put a secret there. */
  readonly target: string;
  readonly body: unknown;
  readonly state: WebhookDelivery['state'];
  /** Attempts by their beginning, oldest first. One without status and error has not ended. */
  readonly attempts: readonly Readonly<DeliveryAttempt>[];
  /** When the next attempt is due: milliseconds since the epoch, by the simulator's clock. */
  readonly dueAt: number;
}

/** Converts a delivery to its public form, a copy without the query of the address. */
function toDelivery(record: DeliveryRecord): WebhookDelivery {
  const { id, kind, target, body, state, attempts, dueAt } = record;
  const { origin, pathname } = new URL(target);
  return {
    id,
    kind,
    url: origin + pathname,
    body: structuredClone(body),
    state,
    attempts: attempts.map((attempt) => ({ ...attempt })),
    ...(state === 'pending' && { dueAt: new Date(dueAt).toISOString() }),
  };
}

/** Number of ended deliveries that stay available for inspection. */
const MAX_ENDED = 10_000;

/** Deliveries by number, oldest first. */
class DeliveryStore extends RecordStore<DeliveryRecord, number> {
  #nextId = 1;

  constructor(feed: RecordFeed) {
    super(feed, { name: 'deliveries', getKey: ({ id }) => id });
  }

  create(record: Omit<DeliveryRecord, 'id'>): DeliveryRecord {
    const created = this.add({ id: this.#nextId, ...record });
    this.#removeOldest();
    return created;
  }

  override clear(): void {
    super.clear();
    this.#nextId = 1;
  }

  protected override insert(record: DeliveryRecord): void {
    super.insert(record);
    this.#nextId = Math.max(this.#nextId, record.id + 1);
  }

  /**
   * Removes the oldest ended deliveries, many at once, so that most events do not search the list.
   */
  #removeOldest(): void {
    if (this.size < 2 * MAX_ENDED) return;
    let surplus = this.size - MAX_ENDED;
    for (const { id, state } of [...this.values()]) {
      if (surplus-- <= 0) return;
      if (state !== 'pending') this.delete(id);
    }
  }
}

interface WebhookSenderOptions {
  /** Client certificate of the provider. */
  readonly certificate: PemCertificate;
  /** Trusted authorities (PEM), in addition to Node's root certificates. */
  readonly ca: readonly string[];
  /** Time limit of an attempt in milliseconds, including the connection. */
  readonly timeout: number;
  readonly runtime?: PixRuntime;
}

interface SendOptions {
  readonly certificate?: boolean;
  readonly onText?: (text: string) => void;
}

/** Sends the requests of deliveries. */
export interface WebhookSender {
  /**
   * Sends one request. Resolves to the status of the response, after its body. Rejects if the connection fails or
   * the time limit passes.
   *
   * @param options `certificate: false` presents no client certificate. Default: `true`; `onText` receives the
   * response's body, if it is not too long
   */
  send(url: URL, body: string, options?: SendOptions): Promise<number>;
  close(): void;
}

/**
 * Sends over mutual TLS. It does not follow redirects. The status decides, also if the body breaks off.
 */
export class MutualTlsSender implements WebhookSender {
  #agent: Agent | undefined;
  #anonymous: Agent | undefined;

  constructor(private readonly options: WebhookSenderOptions) {}

  send(url: URL, body: string, { certificate = true, onText }: SendOptions = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:';
      const request = (secure ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'nestjs-pix-simulator',
        },
        ...(secure && { agent: this.#agentFor(certificate) }),
      });
      const onLimit = () => {
        request.destroy(Object.assign(new Error('The receiver did not answer in time.'), TIMEOUT));
      };
      const { timeout, runtime = systemRuntime } = this.options;
      const cancelLimit = runtime.after(timeout, onLimit, { background: true });
      request.on('response', (response) => {
        void readShortBody(response).then((text) => {
          onText?.(text);
          resolve(response.statusCode ?? 0);
        });
      });
      request.on('error', reject);
      request.on('close', cancelLimit);
      request.end(body);
    });
  }

  close(): void {
    this.#agent?.destroy();
    this.#anonymous?.destroy();
  }

  #agentFor(certificate: boolean): Agent {
    const { ca } = this.options;
    if (certificate) return (this.#agent ??= newAgent(ca, this.options.certificate));
    return (this.#anonymous ??= newAgent(ca));
  }
}

/** Longer bodies are not kept: a part of one could contain a part of a secret that is then not recognized. */
const MAX_RESPONSE = 2_000;

/** Reads a body to its end. Resolves to what of it is kept. */
async function readShortBody(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  let length = 0;
  try {
    for await (const chunk of response) {
      length += String(chunk).length;
      if (length <= MAX_RESPONSE) text += String(chunk);
    }
  } catch {
    // The connection ended, or the time limit passed.
  }
  return length > MAX_RESPONSE ? `(${length} caracteres)` : text;
}

const TIMEOUT = { code: 'TIMEOUT' };

/**
 * Creates an agent with one TLS context for all connections. Called lazily: reading the root
 * certificates is slow.
 */
function newAgent(ca: readonly string[], certificate?: PemCertificate): Agent {
  return new Agent({
    secureContext: createSecureContext({
      ...certificate,
      ca: [...rootCertificates, ...ca],
      minVersion: 'TLSv1.2',
    }),
    keepAlive: true,
    maxSockets: 16,
  });
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The rule of {@link isDeliverable}, to be appended to the name of a field. */
export const WEBHOOK_URL_RULE = 'deve ser https, ou http na própria máquina';

/** Whether a webhook address is allowed: `https`, or `http` on the loopback interface, without user and password. */
export function isDeliverable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

/**
 * Builds the address of a delivery: the registered address with `/pix`, `/rec` or `/cobr` appended to its path
 * (docs/decisions.md D67). The query, where integrators put a secret, stays after the path.
 *
 * @param keepPathParameter if the address has this query parameter, nothing is appended
 */
export function deliveryUrl(webhookUrl: string, suffix: string, keepPathParameter?: string): URL {
  const url = new URL(webhookUrl);
  url.hash = '';
  if (keepPathParameter !== undefined && url.searchParams.has(keepPathParameter)) return url;
  url.pathname = `${removeTrailingSlashes(url.pathname)}/${suffix}`;
  return url;
}
