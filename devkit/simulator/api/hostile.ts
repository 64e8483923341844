import { SimulatorState } from '../domain/state.js';
import { familyProblems, SimulatorProblem, violation } from '../families/problems.js';
import { alterResponse } from '../hostile/alter-records.js';
import { problemReply, type Reply } from '../http/messages.js';
import {
  encodeRecord,
  resolveReferences,
  type AnyRecordStore,
  type RecordListener,
  type RecordReference,
} from '../kernel/records.js';
import { apiHandlers } from './handlers/handlers.js';
import type { Call, Handlers, Stage } from './pipeline.js';
import { tooManyRequests } from './provider.js';

/** Methods that gateways send again: the idempotent ones (RFC 9110, section 9.2.2). */
const REPEATED: ReadonlySet<string> = new Set(['PUT', 'DELETE']);

/** Methods of writes whose effect a read by an identifier shows. */
const SHOWN: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** What a gateway answers for the account, whatever the bank has answered. */
const denials: readonly ((tooMany?: string) => Reply)[] = [
  () => problemReply(new SimulatorProblem('NaoAutorizado')),
  () => problemReply(new SimulatorProblem('AcessoNegado')),
  (tooMany) => tooManyRequests(1, tooMany),
];

/**
 * Runs the last stage as the hostile bank does. Calls that an earlier stage refuses are not altered.
 *
 * @param handle the stage that runs the handler and replies
 */
export function handleAsHostile(state: SimulatorState, handlers: Handlers, handle: Stage): Stage {
  const { hostile } = state;
  const replicas = new Replicas(state, handlers);

  const deliver = (call: Call) => {
    if (hostile.applies('strict-put')) refuseUsedIdentifier(handlers, call);
    return handle(call);
  };

  const respond = async (call: Call) => {
    const { operation } = call;
    if (operation.repeat === 'safe') {
      const isLagging = operation.providers === undefined && hostile.applies('lagging-reads');
      return handle(
        isLagging ? { ...call, handler: replicas.pick()[operation.id] ?? call.handler } : call,
      );
    }
    const isRepeated = REPEATED.has(operation.method) && hostile.applies('repeated-writes');
    if (isRepeated) await deliver(call);
    const reply = await deliver(call);
    return SHOWN.has(operation.method) && hostile.applies('denied-writes') ? deny() : reply;
  };

  const deny = () =>
    hostile.pick('denied-writes', denials)?.(state.settings.quirks.server?.errors?.tooManyRequests);

  return async (call) => {
    if (hostile.isEmpty) return handle(call);
    const reply = await respond(call);
    if (reply?.value === undefined || reply.status >= 400) return reply;
    return alter(reply, call);
  };

  function alter(reply: Reply, { operation }: Call): Reply {
    return { ...reply, value: alterResponse(hostile, operation, reply.value) };
  }
}

/** Refuses a creation under an identifier that has a record. @throws SimulatorProblem the family's `operacaoInvalida` */
function refuseUsedIdentifier(handlers: Handlers, { operation, params, query }: Call): void {
  if (operation.repeat !== 'identified' || !hasRecord()) return;
  const { param = '' } = operation.identifier ?? {};
  throw new SimulatorProblem(familyProblems[operation.family].operacaoInvalida, {
    violacoes: [violation(param, 'já foi usado em outra requisição')],
  });

  function hasRecord(): boolean {
    const read = operation.settle?.read.id ?? '';
    try {
      handlers[read]?.({ params, query, filter: {}, body: undefined });
      return true;
    } catch (error) {
      if (error instanceof SimulatorProblem && error.status === 404) return false;
      throw error;
    }
  }
}

/** How late the replicas are, in milliseconds of the simulator's clock. */
const LAGS = [1_000, 2_000, 3_000, 4_000];

/** A change of a record at an instant: its content as JSON, or `undefined` if it was removed. */
interface Change {
  readonly at: number;
  readonly records: readonly (readonly [...RecordReference, json: string | undefined])[];
}

/** Copies of a bank's records that receive its changes late: each read is answered by one of them, or by the bank. */
class Replicas implements RecordListener {
  readonly #references = new WeakMap<object, RecordReference>();
  readonly #dirty = new Set<object>();
  readonly #removed: RecordReference[] = [];
  #replicas: readonly Replica[] = [];
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly state: SimulatorState,
    /** The handlers of the bank itself. */
    private readonly handlers: Handlers,
  ) {
    this.#follow();
    state.hostile.onChange(() => {
      this.#follow();
    });
  }

  /** Returns the handlers that answer a read: those of the bank, or of a replica. */
  pick(): Handlers {
    const now = this.state.clock.now();
    const replica = this.state.hostile.pick('lagging-reads', [undefined, ...this.#replicas]);
    replica?.catchUp(now);
    return replica?.handlers ?? this.handlers;
  }

  changed(store: AnyRecordStore, record: object): void {
    // No operation of the specification reads deliveries.
    if (store === this.state.deliveries.store) return;
    this.#references.set(record, [store.name, store.keyText(record)]);
    if (this.#dirty.size + this.#removed.length === 0) queueMicrotask(() => this.#publish());
    this.#dirty.add(record);
  }

  removed(_store: AnyRecordStore, record: object): void {
    const reference = this.#references.get(record);
    if (reference === undefined) return;
    if (this.#dirty.size + this.#removed.length === 0) queueMicrotask(() => this.#publish());
    this.#dirty.delete(record);
    this.#references.delete(record);
    this.#removed.push(reference);
  }

  /** A bank that cannot write reads its journal again right after this. */
  cleared(): void {
    queueMicrotask(() => {
      this.#begin();
    });
  }

  /** Starts or stops the replicas. */
  #follow(): void {
    const isLagging = this.state.hostile.has('lagging-reads');
    if (isLagging === (this.#unsubscribe !== undefined)) return;
    this.#unsubscribe?.();
    this.#unsubscribe = isLagging ? this.state.changes.subscribe(this) : undefined;
    this.#begin();
  }

  /** Starts with the records that the bank has now. */
  #begin(): void {
    this.#dirty.clear();
    this.#removed.length = 0;
    this.#replicas = [];
    if (this.#unsubscribe === undefined) return;
    this.#replicas = LAGS.map((lag) => new Replica(this.state, lag));
    for (const store of this.state.stores) {
      for (const record of store.values()) this.changed(store, record);
    }
    this.#publish(-Infinity);
  }

  #publish(at = this.state.clock.now()): void {
    const changed = [...this.#dirty].flatMap((record) => {
      const reference = this.#references.get(record);
      const json = encodeRecord(record, (other) => this.#references.get(other));
      return reference === undefined ? [] : [[...reference, json] as const];
    });
    const removed = this.#removed.map((reference) => [...reference, undefined] as const);
    this.#dirty.clear();
    this.#removed.length = 0;
    const records = [...removed, ...changed];
    for (const replica of this.#replicas) replica.receive({ at, records });
  }
}

/** A copy of the records as they were some time ago. */
class Replica {
  readonly handlers: Handlers;
  readonly #state: SimulatorState;
  readonly #stores: ReadonlyMap<string, AnyRecordStore>;
  readonly #records = new Map<string, object>();
  readonly #waiting: Change[] = [];

  constructor(
    { settings, clock, sender, runtime }: SimulatorState,
    private readonly lag: number,
  ) {
    this.#state = new SimulatorState(settings, clock, sender, runtime);
    this.#stores = new Map(this.#state.stores.map((store) => [store.name, store]));
    this.handlers = apiHandlers(this.#state);
  }

  receive(change: Change): void {
    this.#waiting.push(change);
    this.catchUp(change.at);
  }

  /** Applies the changes that are older than the lag. */
  catchUp(now: number): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (next.at > now - this.lag) return;
      this.#waiting.shift();
      this.#apply(next);
    }
  }

  #apply({ records }: Change): void {
    const changed: [store: AnyRecordStore, record: object, isNew: boolean][] = [];
    for (const [name, key, json] of records) {
      const store = this.#stores.get(name);
      const known = this.#records.get(toId([name, key]));
      if (store === undefined) continue;
      if (json === undefined) {
        if (known !== undefined) store.remove(known);
        this.#records.delete(toId([name, key]));
        continue;
      }
      // The record stays the same object, because others refer to it.
      const record = known ?? (Object.create(store.prototype ?? Object.prototype) as object);
      for (const field of Object.keys(record)) Reflect.deleteProperty(record, field);
      Object.assign(record, JSON.parse(json));
      this.#records.set(toId([name, key]), record);
      changed.push([store, record, known === undefined]);
    }
    for (const [store, record, isNew] of changed) {
      resolveReferences(record, (reference) => this.#records.get(toId(reference)));
      if (isNew) store.restore(record);
    }
  }
}

function toId([store, key]: RecordReference): string {
  return `${store} ${key}`;
}
