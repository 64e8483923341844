import { findOperation, type PixOperation } from '../../../lib/contract/index.js';
import { connectionFailure } from '../../../lib/transport/failure.js';
import type { PixRequest } from '../../../lib/transport/index.js';
import type { InstantRuntime, Step } from '../../client/support/in-memory-client.js';

export type Json = Record<string, unknown>;

/** What the gateway in front of the bank does with a request that writes. */
export type Delivery =
  | { readonly kind: 'once' }
  /** A first upstream takes it and crashes; the second one answers. */
  | { readonly kind: 'twice' }
  /** It is lost before the bank. */
  | { readonly kind: 'lost' }
  /** The bank handles it, and the client gets an answer of the gateway, or none. */
  | {
      readonly kind: 'answered';
      readonly status: number | undefined;
      readonly body?: Json;
      /** Seconds of `Retry-After`. */
      readonly retryAfter?: number;
    }
  /** The gateway answers without passing it on. */
  | { readonly kind: 'refused'; readonly status: number; readonly body?: Json }
  /** The connection breaks, and the request reaches the bank later. */
  | { readonly kind: 'late'; readonly ms: number };

/** How the bank behaves. */
export interface Behavior {
  /** Whether a PUT on a used identifier is refused, instead of revising an open charge. */
  readonly strict: boolean;
  /** How late reads are, in milliseconds. */
  readonly lag: number;
  /** How the clock of its records differs from that of its responses, in milliseconds. */
  readonly skew: number;
  /** What it does to what it stores. */
  readonly alter?: ((record: Json) => Json) | undefined;
  /** The deliveries of the writes of the client, in order; later ones are delivered once. */
  readonly deliveries: readonly Delivery[];
}

interface Version {
  readonly at: number;
  readonly state: Json | undefined;
}

export const isFinal = (status: string) => FINAL.test(status);

const FINAL = /^(CONCLUIDA|REMOVIDA|CANCELADA|DEVOLVIDO|NAO_REALIZADO|REJEITADA|EXPIRADA|ACEITA)/;
const EPOCH = Date.UTC(2026, 0, 1);

/** A bank with a primary, a replica that lags behind, and a gateway, on a virtual clock. */
export class ModelBank {
  readonly #records = new Map<string, Version[]>();
  readonly #later: { readonly at: number; readonly run: () => void }[] = [];
  /** The instants at which a request of the client took effect. */
  readonly effects: number[] = [];
  #writes = 0;

  constructor(
    private readonly runtime: InstantRuntime,
    private readonly operation: PixOperation,
    private readonly behavior: Behavior,
  ) {}

  /** Sets the state of a record, from `at` milliseconds on; negative is before the start. */
  set(path: string, state: Json | undefined, at = this.runtime.elapsed()): void {
    const versions = this.#records.get(path) ?? [];
    versions.push({ at, state });
    this.#records.set(path, versions);
  }

  state(path: string, at = this.runtime.elapsed()): Json | undefined {
    return this.#records.get(path)?.findLast((version) => version.at <= at)?.state;
  }

  /** The states of a record from an instant on, with the one at that instant. */
  statesSince(path: string, since: number): (Json | undefined)[] {
    const later = (this.#records.get(path) ?? []).filter(({ at }) => at > since);
    return [this.state(path, since), ...later.map(({ state }) => state)];
  }

  /** Runs something later, such as the write of another client. */
  schedule(ms: number, run: () => void): void {
    this.#later.push({ at: this.runtime.elapsed() + ms, run });
    this.#later.sort((one, other) => one.at - other.at);
  }

  /** Lets everything happen that is scheduled. */
  finish(): void {
    this.runtime.advance(1_000_000);
    this.#catchUp();
  }

  answer(request: PixRequest): Step {
    this.runtime.advance(20);
    this.#catchUp();
    const method = request.method ?? '';
    const url = new URL(request.url, 'https://bank.example');
    const body = typeof request.body === 'string' ? (JSON.parse(request.body) as Json) : undefined;
    const path = decodeURIComponent(url.pathname);
    const step =
      method === 'GET' ? this.#read(path, url.searchParams) : this.#deliver(method, path, body);
    this.runtime.advance(20);
    if (step instanceof Error) return step;
    const date = new Date(EPOCH + this.runtime.elapsed()).toUTCString();
    return { ...step, headers: { ...step.headers, date } };
  }

  #catchUp(): void {
    for (;;) {
      const [next] = this.#later;
      if (!next || next.at > this.runtime.elapsed()) return;
      this.#later.shift();
      next.run();
    }
  }

  #read(path: string, query: URLSearchParams): Exclude<Step, Error> {
    const seen = this.runtime.elapsed() - this.behavior.lag;
    const revisao = query.get('revisao');
    const states = (this.#records.get(path) ?? []).filter(({ at }) => at <= seen);
    const state =
      revisao === null
        ? states.at(-1)?.state
        : states.findLast((version) => version.state?.revisao === Number(revisao))?.state;
    if (query.has('inicio')) return { body: { parametros: {}, cobs: [] } };
    return state === undefined ? buildProblem(404, 'NaoEncontrado') : { body: state };
  }

  #deliver(method: string, path: string, body: Json | undefined): Step {
    const delivery = this.behavior.deliveries[this.#writes] ?? { kind: 'once' };
    this.#writes += 1;
    const run = () => this.#write(method, path, body);
    switch (delivery.kind) {
      case 'once':
        return run();
      case 'twice':
        run();
        this.runtime.advance(9000);
        return run();
      case 'lost':
        return buildBroken();
      case 'answered':
        run();
        return delivery.status === undefined
          ? buildBroken()
          : {
              status: delivery.status,
              body: delivery.body ?? {},
              ...(delivery.retryAfter !== undefined && {
                headers: { 'retry-after': String(delivery.retryAfter) },
              }),
            };
      case 'refused':
        return { body: {}, ...delivery };
      case 'late':
        this.schedule(delivery.ms, () => void run());
        return buildBroken();
    }
  }

  /** Handles a request of the client like the API: the state decides. */
  #write(method: string, path: string, body: Json | undefined): Exclude<Step, Error> {
    const { success, responseBody } = this.operation;
    const result = this.#apply(method, path, body);
    if ('status' in result) return result;
    this.effects.push(this.runtime.elapsed());
    this.set(result.path, result.state && (this.behavior.alter?.(result.state) ?? result.state));
    const state = this.state(result.path);
    return { status: success[0] ?? 200, ...(responseBody === 'json' && { body: state }) };
  }

  #apply(
    method: string,
    path: string,
    body: Json = {},
  ): { path: string; state: Json | undefined } | { status: number; body: Json } {
    const record = path.replace(/\/(txid|idRec|retentativa\/.*)$/, '');
    const state = this.state(record);
    const { family, id } = this.operation;
    if (family.startsWith('webhook')) {
      if (method === 'DELETE' && !state) return buildProblem(404, 'WebhookNaoEncontrado');
      return { path, state: method === 'DELETE' ? undefined : body };
    }
    if (id === 'cobr.retry') return this.#retry(record, path, state);
    if (family === 'lotecobv') return this.#batch(path, body, state);
    if (path !== record) {
      const { txid, idRec, ...rest } = state ?? {};
      if (txid === undefined && idRec === undefined) return buildProblem(404, 'NaoEncontrado');
      return { path: record, state: rest };
    }
    if (method === 'PATCH') {
      if (!state) return buildProblem(404, 'NaoEncontrado');
      if (FINAL.test(String(state.status))) return buildProblem(400, 'OperacaoInvalida');
      return { path, state: next(state, body) };
    }
    if (state) {
      const isOpen = state.status === 'ATIVA' && (family === 'cob' || family === 'cobv');
      if (this.behavior.strict || !isOpen) return buildProblem(400, 'OperacaoInvalida');
      return { path, state: next(state, body) };
    }
    return { path, state: this.create(path, body) };
  }

  #retry(record: string, path: string, state: Json | undefined) {
    const tentativas = (state?.tentativas ?? []) as Json[];
    if (!state) return buildProblem(404, 'CobRNaoEncontrado');
    const isOpen = tentativas.some(({ status }) => status === 'SOLICITADA');
    if (isOpen) return buildProblem(400, 'CobROperacaoInvalida');
    const data = path.split('/').at(-1);
    const atualizacao = [{ status: 'SOLICITADA', data: this.#now() }];
    const tentativa = { dataLiquidacao: data, tipo: 'NTAG', status: 'SOLICITADA', atualizacao };
    return { path: record, state: { ...state, tentativas: [...tentativas, tentativa] } };
  }

  /** Creates a batch with its charges, or revises charges of it. */
  #batch(path: string, body: Json, state: Json | undefined) {
    const isCreate = this.operation.id === 'lotecobv.create';
    if (isCreate === (state !== undefined)) return buildProblem(400, 'LoteCobVOperacaoInvalida');
    const cobsv = (body.cobsv as Json[]).map(({ txid, ...charge }) => {
      const own = `/cobv/${String(txid)}`;
      const before = this.state(own);
      this.set(own, before ? next(before, charge) : this.create(own, charge));
      return { txid, status: 'CRIADA' };
    });
    return { path, state: state ?? { descricao: body.descricao, criacao: this.#now(), cobsv } };
  }

  /** Returns a new record, with what the specification requires. */
  create(path: string, body: Json, ageMs = 0): Json {
    const { family } = this.operation;
    const id = path.split('/').at(-1);
    const criacao = this.#now(ageMs);
    if (family === 'pix') {
      const horario = { solicitacao: criacao };
      return { ...body, id, rtrId: 'D', horario, status: 'EM_PROCESSAMENTO' };
    }
    if (family === 'cobr') {
      return { ...body, txid: id, status: 'CRIADA', atualizacao: [{ data: criacao }] };
    }
    const calendario = { ...(body.calendario as Json | undefined), criacao };
    return { ...body, txid: id, revisao: 0, status: 'ATIVA', calendario };
  }

  #now(ageMs = 0): string {
    const ms = EPOCH + this.runtime.elapsed() + this.behavior.skew - ageMs;
    return new Date(ms).toISOString();
  }
}

function next(state: Json, body: Json): Json {
  const { revisao } = state;
  const calendario = { ...(state.calendario as Json), ...(body.calendario as Json | undefined) };
  return {
    ...state,
    ...body,
    ...(state.calendario !== undefined && { calendario }),
    ...(typeof revisao === 'number' && { revisao: revisao + 1 }),
  };
}

function buildProblem(status: number, type: string) {
  return {
    status,
    body: { type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status },
  };
}

function buildBroken(): Error {
  return connectionFailure(
    { host: 'bank.example', operation: 'x', provider: 'scripted', safe: false },
    { sent: true, reused: false, answered: false },
  );
}

export function getOperation(id: string): PixOperation {
  const operation = findOperation(id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation;
}
