/** What the jobs of BullMQ hold: events, encrypted and bound to their queue and job. */
import { isObject, parseObject } from '../../errors/index.js';
import { Cipher, type PixEncryptionKey } from '../../options/index.js';
import type { JsonObject } from '../events.js';
import type { PixQueuedEvent } from '../queue.js';

/** What a job holds. */
export interface JobContent {
  readonly digest: string;
  /** Absent once it is done. */
  readonly event?: PixQueuedEvent;
  /** Why its last attempt failed. */
  readonly reason?: string | undefined;
}

/** The receiver and the tenant are authenticated, and not encrypted: the id of the job has both. */
interface SealedContent {
  readonly sealed: string;
  readonly receiver?: string | undefined;
  readonly tenant?: string | undefined;
}

/** The data of a job, as Redis holds it. */
export type JobData = JobContent | SealedContent;

/** Seals and opens the content of the jobs of a queue. Without a key it is plain, and what is sealed is not opened. */
export class JobSeal {
  readonly #cipher: Cipher | undefined;

  /** @param queue what names it in Redis */
  constructor(
    key: PixEncryptionKey | undefined,
    private readonly queue: readonly string[],
  ) {
    this.#cipher = key === undefined ? undefined : new Cipher(key);
  }

  seal(id: string, content: JobContent, { receiver, tenant }: PixQueuedEvent): JobData {
    if (!this.#cipher) return content;
    const scope = { receiver, tenant };
    return { sealed: this.#cipher.seal(this.#bind(id, scope), JSON.stringify(content)), ...scope };
  }

  /** @returns `undefined` for what was not sealed for this job with one of the keys */
  open(id: string, data: unknown): JobContent | undefined {
    if (!isObject(data)) return undefined;
    if (!this.#cipher) return 'digest' in data ? (data as object as JobContent) : undefined;
    if (typeof data.sealed !== 'string') return undefined;
    return parseObject(this.#cipher.open(this.#bind(id, data), data.sealed) ?? '') as
      JobContent | undefined;
  }

  /** What an event cannot leave: who can write to Redis could move it to the queue of another application. */
  #bind(id: string, { receiver, tenant }: JsonObject): string {
    return JSON.stringify(['pix-event', ...this.queue, id, receiver ?? null, tenant ?? null]);
  }
}
