import { findOperation, operationName } from 'nestjs-pix/spec';
import { apiHandlers, familyBodies } from '../api/handlers/handlers.js';
import type { TableHandlers } from '../api/handlers/typed-handlers.js';
import { checkOperationBody, checkParams, type Handler, type Handlers } from '../api/pipeline.js';
import type { SimulatorState } from '../domain/state.js';
import { listOffered } from '../profiles/profile.js';

/** Key of charges that `control` creates if every key belongs to the receiver, and none has a webhook. */
const CHAVE = 'loja@example.com';

/** Returns the key of the latest webhook, so that the receiver is notified; without one, its first key. */
export function resolveDefaultKey({ settings: { chaves }, webhooks }: SimulatorState): string {
  const isOwn = (chave: string) => chaves === 'any' || chaves.has(chave);
  const latest = webhooks.byCreation.all().findLast(({ chave }) => isOwn(chave));
  const [first = CHAVE] = chaves === 'any' ? [] : chaves;
  return latest?.chave ?? first;
}

/** Commits synchronous work on the state. Resolves to its result, or rejects with its error. */
export function commitAsync<T>(state: SimulatorState, work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(state.commit(work));
  });
}

type CalledHandlers = TableHandlers<'cob'> &
  TableHandlers<'cobv'> &
  TableHandlers<'pix'> &
  TableHandlers<'rec'> &
  TableHandlers<'solicrec'> &
  TableHandlers<'cobr'> &
  TableHandlers<'webhook'> &
  TableHandlers<'webhookrec'> &
  TableHandlers<'webhookcobr'>;

/** Id of an operation that `control` can call: `cob.createWithTxid`. */
export type CalledOperation = keyof CalledHandlers;

type Parts<Id extends CalledOperation> = Parameters<CalledHandlers[Id]>[0];

/** The path parameters and the body of a call. */
export interface CallParts<Id extends CalledOperation> {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Parts<Id>['body'];
}

/** The body of the response to a call. */
export type CallResult<Id extends CalledOperation> = Promise<
  Awaited<ReturnType<CalledHandlers[Id]>>
>;

/** Calls operations of the Pix API as the receiver: without HTTP and token, with the checks of path parameters and body. */
export class ApiCaller {
  readonly #handlers: Handlers;

  constructor(private readonly state: SimulatorState) {
    this.#handlers = apiHandlers(state);
  }

  /** Returns the method and path of an operation, `POST /cob`, and whether the simulated provider offers it. */
  describe(id: CalledOperation): { name: string; offered: boolean } {
    const operation = requireOperation(id);
    const offered = listOffered(this.state.settings.quirks).some((one) => one.id === id);
    return { name: operationName(operation), offered };
  }

  /**
   * Calls an operation.
   *
   * @returns the body of its response
   * @throws SimulatorProblem as the operation
   */
  call<Id extends CalledOperation>(
    id: Id,
    { params = {}, body }: CallParts<Id> = {},
  ): CallResult<Id> {
    return commitAsync(this.state, () => {
      const operation = requireOperation(id);
      checkParams({ operation, params });
      const checked = body && checkOperationBody(operation, body, familyBodies);
      const call = { params, query: new URLSearchParams(), filter: {}, body: checked };
      return this.#requireHandler(id)(call) as Awaited<CallResult<Id>>;
    });
  }

  #requireHandler(id: CalledOperation): Handler {
    const handler = this.#handlers[id];
    if (handler === undefined) throw new Error(`${id} has no handler.`);
    return handler;
  }
}

function requireOperation(id: CalledOperation) {
  const operation = findOperation(id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return operation;
}
