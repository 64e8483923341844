import type {
  CobCompleta,
  CobRCompleta,
  CobVCompleta,
  Pix,
  RecCompletaPesquisada,
} from 'nestjs-pix';
import type { PathParams } from 'nestjs-pix/spec';
import type { ScenarioSummary } from '../control/scenarios/run.js';
import type { DeliveryKind, WebhookDelivery } from '../domain/deliveries.js';
import { resolveCobAmount, resolveCobVAmount, type Amount } from '../domain/payment/pay.js';
import type { SimulatorState } from '../domain/state.js';
import { toCob, toCobV } from '../domain/views/charge.views.js';
import { CobRecord, CobVRecord } from '../families/charges.js';
import { SimulatorProblem, violation, type SimulatorViolation } from '../families/problems.js';
import type { Fault } from '../faults/rules.js';
import type { HostileRule } from '../hostile/hostile-bank.js';
import type { ApiRequest } from '../http/messages.js';
import type { LoggedRequest } from '../http/request-log.js';
import { toDay } from '../kernel/calendar.js';
import type { Frozen, TimeIndex } from '../kernel/records.js';
import type { SimulatorRules } from '../settings/options.js';

/** A request to the control API. */
interface ControlCall<Path extends string> {
  readonly request: ApiRequest;
  /** Path parameters, percent-decoded. */
  readonly params: PathParams<Path>;
  readonly query: URLSearchParams;
  /** Reads the body as an object. An empty body is an empty object. */
  readonly body: () => Promise<Record<string, unknown>>;
}

/** One operation of the control API. `Path` is its path template, which names the path parameters. */
export interface ControlRoute<Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: Path;
  /** Status of a success with a body. Default: 200. Without a body the status is 204. */
  readonly status?: number;
  /** Returns the body of the response, a {@link Reply}, or `undefined` for an empty response. */
  action(call: ControlCall<Path>): unknown;
}

/** Returns a route whose action knows the parameters of its path. */
export function defineRoute<const Path extends string>(route: ControlRoute<Path>): ControlRoute {
  return route;
}

/** Reads the fields of a body and collects violations. {@link check} throws all of them at once. */
export class BodyFields {
  readonly #violacoes: SimulatorViolation[] = [];

  constructor(private readonly body: Readonly<Record<string, unknown>>) {}

  text(name: string): string | undefined {
    return this.#read(name, 'um texto', (value) => typeof value === 'string') as string | undefined;
  }

  /** Reads a text that must be one of `values`. */
  oneOf(name: string, values: readonly string[]): string | undefined {
    const value = this.#read(name, values.join(' ou '), (given) =>
      values.includes(given as string),
    );
    return value as string | undefined;
  }

  number(name: string): number | undefined {
    return this.#read(name, 'um número', Number.isFinite) as number | undefined;
  }

  boolean(name: string): boolean | undefined {
    const value = this.#read(name, 'true ou false', (field) => typeof field === 'boolean');
    return value as boolean | undefined;
  }

  /** Adds a violation. @param rule in Portuguese, to follow the name of the field */
  refuse(propriedade: string, rule: string): void {
    this.#violacoes.push(violation(propriedade, rule));
  }

  /** @throws SimulatorProblem `RequisicaoInvalida` with all collected violations */
  check(): void {
    if (this.#violacoes.length > 0) throw this.#toProblem();
  }

  /**
   * Checks all collected violations and that a required field is present.
   *
   * @param value the field as read, `undefined` if it is absent, `null` or invalid
   * @param rule in Portuguese, the violation if it is absent or `null`
   * @returns the value
   * @throws SimulatorProblem `RequisicaoInvalida` with all collected violations
   */
  checkRequired<T>(name: string, value: T | undefined, rule = 'é obrigatório'): T {
    const isAbsent = this.body[name] === undefined || this.body[name] === null;
    if (isAbsent) this.refuse(name, rule);
    if (value === undefined) throw this.#toProblem();
    this.check();
    return value;
  }

  #toProblem(): SimulatorProblem {
    return new SimulatorProblem('RequisicaoInvalida', { violacoes: this.#violacoes });
  }

  #read(name: string, kind: string, accepts: (value: unknown) => boolean): unknown {
    const value = this.body[name];
    if (value === undefined || value === null) return undefined;
    if (accepts(value)) return value;
    this.refuse(name, `deve ser ${kind}`);
    return undefined;
  }
}

/** A type whose fields are absent instead of `undefined`. */
type Defined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Copies the fields that are not `undefined`. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

const MAX_LIMIT = 1_000;

/** Parses the number of items of a list: the query parameter `limit`, at most 1000. Default: 50. */
export function parseLimit(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? 50);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MAX_LIMIT) : 50;
}

interface Tail<T> {
  readonly index: TimeIndex<T>;
  /** Number of items, from the start, that have not been yielded. */
  remaining: number;
}

/** Yields the items of several indexes, newest first. */
export function* newestFirst<T>(indexes: readonly TimeIndex<T>[]): Generator<T> {
  const tails: Tail<T>[] = indexes.map((index) => ({ index, remaining: index.size }));
  for (;;) {
    let newest: Tail<T> | undefined;
    for (const tail of tails) {
      if (tail.remaining > 0 && (newest === undefined || getTime(tail) > getTime(newest)))
        newest = tail;
    }
    if (newest === undefined) return;
    newest.remaining -= 1;
    const [item] = newest.index.slice(newest.remaining, newest.remaining + 1);
    if (item !== undefined) yield item;
  }
}

/** Returns the first `count` items, or fewer if there are fewer. */
export function take<T>(items: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  if (count <= 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

function getTime<T>({ index, remaining }: Tail<T>): number {
  return index.timeAt(remaining - 1);
}

/** `GET /`. Description of the simulator in the control API. It contains no secrets. */
export interface SimulatorInfo {
  /** Base address of the API. */
  url: string;
  tokenUrl: string;
  clientId: string;
  /** Name of the simulated provider. Absent if the simulator follows the specification. */
  quirks?: string;
  /** Rules of Pix Automático. */
  rules: SimulatorRules;
  /** Name of the receiver. */
  recebedor: string;
  /** The receiver's keys. Absent if every key belongs to the receiver. */
  chaves?: string[];
}

/** A charge in a list of the control API. */
export interface ChargeSummary {
  kind: 'cob' | 'cobv';
  txid: string;
  status: string;
  /** Whether the charge has expired. An expired charge stays ATIVA, but cannot be paid. */
  expired: boolean;
  /** Original amount, as decimal text. */
  valor: string;
  /** Current amount, as decimal text. Absent if the payer chooses the amount. */
  valorDevido?: string;
  chave: string;
  devedor?: string;
  solicitacaoPagador?: string;
  criacao: string;
  /** Expiry (`cob`, RFC 3339) or due date (`cobv`, `YYYY-MM-DD`). */
  vence: string;
  revisao: number;
  /** Number of payments. */
  pagamentos: number;
}

/** `GET /charges`. In all lists, `total` also counts the records that the response does not contain. */
export interface ChargeList {
  charges: ChargeSummary[];
  total: number;
}

/** `GET /charges/{txid}` */
export interface ChargeDetail extends ChargeSummary {
  /** Response of the charge in the Pix API. */
  body: Frozen<CobCompleta | CobVCompleta>;
}

/** `GET /pix` */
export interface PaymentList {
  pix: Pix[];
  total: number;
}

/** An entry of the list of recurrences, with its charges and whether its payer has no funds. */
export interface RecurrenceEntry {
  idRec: string;
  criacao: string;
  semSaldo: boolean;
  rec: RecCompletaPesquisada;
  cobrancas: CobRCompleta[];
}

/** `GET /recs` */
export interface RecurrenceList {
  recs: RecurrenceEntry[];
  total: number;
}

/** A registered webhook, without the query of its address, where integrators put a secret. */
export interface WebhookAddress {
  kind: DeliveryKind;
  /** Absent for webhooks that are not registered for a key. */
  chave?: string;
  url: string;
  criacao: string;
}

/** `GET /webhooks` */
export interface WebhookList {
  webhooks: WebhookAddress[];
}

/** `GET /deliveries` */
export interface DeliveryList {
  deliveries: WebhookDelivery[];
  total: number;
}

/** `GET /faults` */
export interface FaultList {
  faults: readonly Fault[];
}

/** `GET /hostile`, `PUT /hostile` */
export interface HostileList {
  hostile: readonly HostileRule[];
}

/** `GET /scenarios` */
export interface ScenarioList {
  scenarios: ScenarioSummary[];
}

/** `GET /requests`. Only the latest 200 requests are available. */
export interface RequestList {
  requests: LoggedRequest[];
  total: number;
}

/** `GET /clock`: its instant, and its seconds per second of the machine's clock. */
export interface ClockStatus {
  now: string;
  rate: number;
}

/** A charge that a payer can pay by its txid or code. */
export type PayableRecord = CobRecord | CobVRecord;

export function toChargeSummary(state: SimulatorState, record: PayableRecord): ChargeSummary {
  const { txid, createdAt, conteudo, revisao, pix } = record;
  const { status, valor, chave, devedor, solicitacaoPagador } = conteudo;
  const devido = resolveAmountNow(state, record);
  return {
    kind: record instanceof CobRecord ? 'cob' : 'cobv',
    txid,
    status,
    expired: isExpired(state, record),
    valor: valor.original,
    ...(devido !== undefined && { valorDevido: devido }),
    chave,
    ...(devedor && { devedor: devedor.nome }),
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    criacao: new Date(createdAt).toISOString(),
    vence: formatDue(record),
    revisao,
    pagamentos: pix.length,
  };
}

/** Converts a charge to its response in the Pix API. */
export function toChargeBody(
  state: SimulatorState,
  record: PayableRecord,
): Frozen<CobCompleta | CobVCompleta> {
  const { settings } = state;
  return record instanceof CobRecord ? toCob(settings, record) : toCobV(settings, record);
}

function isExpired({ clock }: SimulatorState, record: PayableRecord): boolean {
  return record instanceof CobRecord
    ? record.isExpired(clock.now())
    : record.isExpiredOn(toDay(clock.now()));
}

function formatDue(record: PayableRecord): string {
  if (record instanceof CobVRecord) return record.conteudo.dataDeVencimento;
  return new Date(record.createdAt + record.conteudo.expiracao * 1_000).toISOString();
}

function resolveAmountNow({ clock }: SimulatorState, record: PayableRecord): string | undefined {
  try {
    return resolveAmount(record, toDay(clock.now())).valor;
  } catch {
    // The payer chooses the amount of this charge.
    return undefined;
  }
}

function resolveAmount(record: PayableRecord, day: string): Amount {
  return record instanceof CobRecord
    ? resolveCobAmount(record.conteudo.valor, {})
    : resolveCobVAmount(record.conteudo, day, {});
}
