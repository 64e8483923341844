import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS, reportOutages } from './connection.js';

const PREFIX = 'loja-ipe:';

/** Changes that the processes of the shop tell each other. */
export interface SharedChanges {
  /** Called with the id of each change by this process. */
  onPublish: ((id: string) => void) | undefined;
  /** Called with the id of each change by another process. */
  announce(id: string): void;
}

/**
 * Tells the other processes of the shop what has changed, over Redis. A message that is lost costs a page a few seconds: it
 * polls too.
 */
@Injectable()
export class ChangeBroadcast implements OnModuleInit, OnApplicationShutdown {
  readonly #topics = new Map<string, SharedChanges>();
  #subscriber: Redis | undefined;

  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  /** Shares changes of a kind, from the start of the application on. */
  share(topic: string, changes: SharedChanges): void {
    this.#topics.set(PREFIX + topic, changes);
  }

  onModuleInit(): void {
    const { redis } = this;
    if (!redis || this.#topics.size === 0) return;
    for (const [channel, changes] of this.#topics) {
      changes.onPublish = (id) => {
        redis.publish(channel, id).catch(() => undefined);
      };
    }
    // A connection that is subscribed can send no other commands.
    const subscriber = redis.duplicate({ autoResubscribe: false });
    this.#subscriber = subscriber;
    reportOutages(subscriber);
    subscriber.on('message', (channel: string, id: string) => {
      this.#topics.get(channel)?.announce(id);
    });
    // At the start and after each outage.
    subscriber.on('ready', () => {
      subscriber.subscribe(...this.#topics.keys()).catch(() => undefined);
    });
  }

  onApplicationShutdown(): void {
    this.#subscriber?.disconnect();
  }
}
