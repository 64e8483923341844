// What a rehearsal does at the simulated bank, and what it sees of the application.
import { setTimeout as sleep } from 'node:timers/promises';
import { formatValor, parseValor, type Pix } from 'nestjs-pix';
import type {
  ChargeDetail,
  ClockStatus,
  DeliveryList,
  Fault,
  FaultRule,
  PaymentList,
  PayOptions,
  RecurrenceEntry,
  RequestList,
  WebhookDelivery,
} from '../../simulator/index.js';
import { CommandError } from '../command.js';
import type { CheckStatus } from '../report.js';
import { REFUSED, type RunningBank } from '../running-bank.js';
import type { Texts } from '../texts/en.js';
import type { RehearsalCheck } from '../texts/rehearse.en.js';
import { ActionError, type Application } from './application.js';

/** What was seen of the application in one respect. */
export interface Observation {
  readonly check: RehearsalCheck;
  readonly status: CheckStatus;
  /** What was seen. */
  readonly seen: string;
}

/** What a look at the bank or the application shows. */
interface Look {
  readonly isDone: boolean;
  readonly seen: string;
}

/** Ends a rehearsal: what follows depends on what failed. */
export class RehearsalEnd extends Error {
  override readonly name = 'RehearsalEnd';
}

/** Milliseconds between two looks. */
const PAUSE = 50;

/** Milliseconds in which an application would do what it must not do. */
const QUIET = 1_000;

/** Records of a list: more than a rehearsal adds. */
const LIMIT = 1_000;

/** The bank and the application during one rehearsal, with what was seen. */
export class RehearsalStage {
  readonly observations: Observation[] = [];
  readonly #faults: number[] = [];
  #lastDelivery = 0;
  #lastRequest = 0;
  #clock: (ClockStatus & { readonly readAt: number }) | undefined;

  constructor(
    private readonly bank: RunningBank,
    readonly application: Application,
    private readonly texts: Texts['rehearse']['seen'],
    /** Seconds that the application has for each step. */
    private readonly wait: number,
  ) {}

  /** Notes what the bank has already, so that only what follows is seen. */
  async begin(): Promise<void> {
    const { deliveries } = await this.bank.get<DeliveryList>('/deliveries?limit=1');
    const { requests } = await this.bank.get<RequestList>('/requests?limit=1');
    this.#lastDelivery = deliveries[0]?.id ?? 0;
    this.#lastRequest = requests[0]?.id ?? 0;
  }

  /** Removes the faults of the rehearsal, and sets the clock back. */
  async end(): Promise<void> {
    await this.removeFaults();
    if (this.#clock === undefined) return;
    const { now, rate, readAt } = this.#clock;
    const passed = (performance.now() - readAt) * rate;
    await this.bank.put('/clock', { rate, now: new Date(Date.parse(now) + passed).toISOString() });
  }

  /** Runs the command that creates a record, and returns its identifier. @throws RehearsalEnd without one */
  async create(action: 'order' | 'invoice' | 'subscription'): Promise<string> {
    let id = '';
    await this.must('created', async () => {
      id = await this.application.run(action);
      const path = action === 'subscription' ? '/recs' : '/charges';
      const found = /^\w{26,35}$/.test(id) && (await this.#exists(`${path}/${id}`));
      return { isDone: found, seen: this.texts.printed(`"${id}"`) };
    });
    return id;
  }

  readCharge(txid: string): Promise<ChargeDetail> {
    return this.bank.get<ChargeDetail>(`/charges/${txid}`);
  }

  readRecurrence(idRec: string): Promise<RecurrenceEntry> {
    return this.bank.get<RecurrenceEntry>(`/recs/${idRec}`);
  }

  pay(txid: string, options: PayOptions = {}): Promise<Pix> {
    return this.bank.post<Pix>(`/charges/${txid}/pay`, options);
  }

  /** An action of the payer or the bank. */
  act(method: 'post' | 'put', path: string, body: object = {}): Promise<unknown> {
    return this.bank[method](path, body);
  }

  async addFaults(...rules: readonly FaultRule[]): Promise<void> {
    for (const rule of rules) {
      const { id } = await this.bank.post<Fault>('/faults', rule);
      this.#faults.push(id);
    }
  }

  async removeFaults(): Promise<void> {
    // One that is spent may be gone: the console can remove it.
    for (const id of this.#faults.splice(0)) {
      await this.bank.delete(`/faults/${id}`).catch(() => undefined);
    }
  }

  /** Moves the clock of the bank forward to an instant, in milliseconds since the epoch. */
  async advanceTo(instant: number): Promise<void> {
    const { now } = await this.#readClock();
    const seconds = Math.max(0, instant - Date.parse(now)) / 1_000;
    await this.bank.post('/clock/advance', { seconds });
  }

  /** Moves the clock of the bank forward. */
  async advance(milliseconds: number): Promise<void> {
    await this.#readClock();
    await this.bank.post('/clock/advance', { seconds: milliseconds / 1_000 });
  }

  /** Stops the clock of the bank: nothing falls due. */
  async stopClock(): Promise<void> {
    await this.#readClock();
    await this.bank.put('/clock', { rate: 0 });
  }

  async #readClock(): Promise<ClockStatus> {
    const clock = await this.bank.get<ClockStatus>('/clock');
    this.#clock ??= { ...clock, readAt: performance.now() };
    return clock;
  }

  /** Checks that each notification since the beginning is answered with 2xx. */
  async answered({ isRepeated = false } = {}): Promise<void> {
    await this.check(isRepeated ? 'answeredLater' : 'answered', async () => {
      const deliveries = await this.#deliver();
      const isAnswered = ({ state, attempts: [first] }: WebhookDelivery) =>
        state === 'delivered' && (isRepeated || isSuccess(first?.status));
      const statuses = deliveries.flatMap(({ attempts }) =>
        attempts.map(({ status, error }) => String(status ?? error ?? '…')),
      );
      return {
        isDone: deliveries.length > 0 && deliveries.every(isAnswered),
        seen: deliveries.length > 0 ? this.texts.answers(statuses.join(', ')) : this.texts.none,
      };
    });
  }

  /** Lists the notifications since the beginning, and moves the clock to the next attempt of one that was refused. */
  async #deliver(): Promise<WebhookDelivery[]> {
    const list = await this.bank.get<DeliveryList>(`/deliveries?limit=${LIMIT}`);
    const own = list.deliveries
      .filter(({ id, attempts }) => id > this.#lastDelivery && attempts[0]?.error !== 'LOST')
      .reverse();
    const refused = own.filter(({ state, attempts }) => {
      const last = attempts.at(-1);
      return state === 'pending' && (last?.status ?? last?.error) !== undefined;
    });
    const next = Math.min(...refused.map(({ dueAt }) => Date.parse(dueAt ?? '')));
    if (Number.isFinite(next)) await this.advanceTo(next);
    return own;
  }

  /** Checks what the application says of an order. Without the command `status` it is not checked. */
  async hasStatus(txid: string, expected: 'paid' | 'unpaid', returned?: string): Promise<void> {
    const check = returned === undefined ? expected : 'refundKnown';
    if (!this.application.has('status')) return;
    await this.check(check, async () => {
      const status = await this.application.run('status', { PIX_TXID: txid });
      const [state, amount] = status.split(/\s+/);
      const isDone = returned === undefined ? state === expected : amount === returned;
      return { isDone, seen: this.texts.status(status) };
    });
  }

  /** Checks that the refunds of a charge which did not fail are as much as an amount, and stay it. */
  async refunded(txid: string, valor: string, check: RehearsalCheck = 'refunded'): Promise<void> {
    const look = async () => {
      const refunds = await this.listRefunds(txid);
      const total = sum(refunds);
      const amounts = refunds.map((refund) => refund.valor).join(' + ');
      const isDone = total === parseValor(valor);
      return { isDone, seen: amounts === '' ? this.texts.nothing : this.texts.amounts(amounts) };
    };
    if (!(await look()).isDone) await this.#until(look);
    await sleep(check === 'refunded' ? QUIET : 0);
    this.#note(check, await look());
  }

  async listRefunds(txid: string) {
    const { pix } = await this.bank.get<PaymentList>(`/pix?limit=${LIMIT}`);
    return pix
      .filter((one) => one.txid === txid)
      .flatMap(({ endToEndId, devolucoes = [] }) =>
        devolucoes.map((refund) => ({ endToEndId, ...refund })),
      )
      .filter(({ status }) => status !== 'NAO_REALIZADO');
  }

  /** Checks that the application reads a Pix at the bank, or a list with it. */
  async asked(endToEndId: string): Promise<void> {
    await this.check('asked', async () => {
      const { requests } = await this.bank.get<RequestList>('/requests?limit=200');
      const own = requests.filter(({ id, method }) => id > this.#lastRequest && method === 'GET');
      const calls = own.map(({ path }) => `GET ${path.replace(/\?.*/, '')}`);
      return {
        isDone: own.some(({ response }) => JSON.stringify(response ?? '').includes(endToEndId)),
        seen: calls.length > 0 ? this.texts.calls(calls.join(', ')) : this.texts.nothing,
      };
    });
  }

  /** Checks how many charges a recurrence has, and how many attempts the latest of them. */
  async attempts(
    check: 'charged' | 'retried' | 'quiet',
    idRec: string,
    [charges, attempts]: readonly [charges: number, attempts: number],
  ): Promise<void> {
    if (check === 'quiet') await sleep(QUIET);
    const look = async () => {
      const { cobrancas } = await this.readRecurrence(idRec);
      const { tentativas = [] } = cobrancas.at(-1) ?? {};
      // The bank plans an attempt after it has accepted the charge.
      const isPlanned = check === 'quiet' || tentativas.at(-1)?.status === 'AGENDADA';
      const isDone = cobrancas.length === charges && tentativas.length === attempts && isPlanned;
      return { isDone, seen: this.texts.counts(cobrancas.length, tentativas.length) };
    };
    await (check === 'quiet' ? this.check(check, look) : this.must(check, look));
  }

  /** Gives the application time for what it must not do, or does on its own. */
  async pause(): Promise<void> {
    await sleep(QUIET);
  }

  /** Runs the command of an action, if there is one. What it does is seen at the bank. */
  async ask(
    check: RehearsalCheck,
    ...[action, variables]: Parameters<Application['run']>
  ): Promise<void> {
    if (!this.application.has(action)) return;
    try {
      await this.application.run(action, variables);
    } catch (error) {
      this.#note(check, { isDone: false, seen: describe(error) });
      throw new RehearsalEnd();
    }
  }

  /** Looks until it is as it should be, or the time is over. */
  async check(check: RehearsalCheck, look: () => Promise<Look>): Promise<boolean> {
    const last = await this.#until(look);
    this.#note(check, last);
    return last.isDone;
  }

  /** @throws RehearsalEnd if it does not become as it should be */
  async must(check: RehearsalCheck, look: () => Promise<Look>): Promise<void> {
    if (!(await this.check(check, look))) throw new RehearsalEnd();
  }

  async #until(look: () => Promise<Look>): Promise<Look> {
    const end = performance.now() + this.wait * 1_000;
    for (;;) {
      const last = await this.#look(look);
      if (last.isDone || performance.now() >= end) return last;
      await sleep(PAUSE);
    }
  }

  async #look(look: () => Promise<Look>): Promise<Look> {
    try {
      return await look();
    } catch (error) {
      return { isDone: false, seen: describe(error) };
    }
  }

  #note(check: RehearsalCheck, { isDone, seen }: Look): void {
    this.observations.push({ check, status: isDone ? 'ok' : 'failed', seen });
  }

  async #exists(path: string): Promise<boolean> {
    try {
      await this.bank.get(path);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }
}

/** What the bank or a command answered. @throws CommandError if the bank does not answer; other errors as they are */
function describe(error: unknown): string {
  if (error instanceof ActionError || isRefusal(error)) return error.message;
  throw error;
}

function isRefusal(error: unknown): error is CommandError {
  return error instanceof CommandError && error.exitCode === REFUSED;
}

function isSuccess(status = 0): boolean {
  return status >= 200 && status < 300;
}

/** Adds amounts, in cents. */
export function sum(amounts: readonly { readonly valor: string }[]): bigint {
  return amounts.reduce((total, { valor }) => total + parseValor(valor), 0n);
}

/** A part of an amount, at least a cent. @param percent from 0 to 100 */
export function takePart(valor: string, percent: number): string {
  const part = (parseValor(valor) * BigInt(percent)) / 100n;
  return formatValor({ centavos: part > 0n ? part : 1n });
}
