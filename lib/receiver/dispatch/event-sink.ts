import { type EventSource, findIdentifiers, isText, type PixEvent } from '../events.js';
import type { PixDeliveryOutcome } from './outcomes.js';

/**
 * The source of an event: a notification, or the provider's list of received Pix, which the
 * reconciler reads.
 */
export type EventOrigin = 'notification' | 'list';

/** How and when an event arrived. */
export interface Arrival extends EventSource {
  readonly receivedAt: Date;
  readonly origin: EventOrigin;
}

/** Runs work when its turn has come, and resolves or rejects as the work does. */
export type Gate = <T>(work: () => T | PromiseLike<T>) => Promise<T>;

/** How an event is dispatched. */
export interface DispatchOptions {
  /** Default: the event is processed at once. */
  readonly gate?: Gate | undefined;
}

/** The destination of accepted events: the handlers or a queue. Never rejects. */
export interface EventSink {
  dispatch(
    event: PixEvent,
    arrival: Arrival,
    options?: DispatchOptions,
  ): Promise<PixDeliveryOutcome>;
}

/**
 * Gives the events of one notification their turns: at most `limit` at a time, and those with the
 * same `txid` one after another, in the order of the notification.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  /** The latest event of each order. */
  readonly #latest = new Map<string, Promise<unknown>>();
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  /**
   * Processes an event, once the one before it in its order is done. It may do so in parts, each of
   * which passes the gate.
   *
   * @param process never rejects
   */
  start<T>(event: PixEvent, process: (gate: Gate) => Promise<T>): Promise<T> {
    const order = getOrder(event);
    const begin = () => process((work) => this.#run(work));
    const result = this.#latest.get(order)?.then(begin) ?? begin();
    this.#latest.set(order, result);
    return result;
  }

  async #run<T>(work: () => T | PromiseLike<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next one takes over the turn of this one.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/**
 * What must happen in order: a charge, a recurrence, or a Pix without either and its refunds. Some
 * providers send an empty text for none.
 */
function getOrder(event: PixEvent): string {
  const { txid, idRec, endToEndId } = findIdentifiers(event);
  return [txid, idRec, endToEndId].find(isText) ?? event.key;
}

/** Tracks in-flight work, so that a shutdown can wait for it. */
export class InFlightWork {
  readonly #works = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const remove = () => this.#works.delete(work);
    this.#works.add(work);
    work.then(remove, remove);
    return work;
  }

  /** Resolves when all work that is in flight now has settled. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#works);
  }
}
