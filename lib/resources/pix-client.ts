import type { OnApplicationShutdown } from '@nestjs/common';
import type { PixCaller } from '../client/index.js';
import { PixCobService } from './pix-cob.service.js';
import { PixWebhookService } from './pix-webhook.service.js';

/** Every family of the Pix API for one account at one provider. */
export class PixClient implements OnApplicationShutdown {
  readonly cob: PixCobService;
  readonly webhook: PixWebhookService;
  /** The account's access tokens. */
  readonly tokens: PixCaller['tokens'];

  readonly #close: () => void;

  /** @internal made by `PixModule` and `createPixClient` */
  constructor(caller: PixCaller, close: () => void) {
    this.cob = new PixCobService(caller);
    this.webhook = new PixWebhookService(caller);
    this.tokens = caller.tokens;
    this.#close = close;
  }

  /** Closes the connections; calls that are under way fail. */
  close(): void {
    this.#close();
  }

  onApplicationShutdown(): void {
    this.close();
  }
}

/** Name of a family in {@link PixClient}. */
export type PixFamilyKey = Exclude<keyof PixClient, 'tokens' | 'close' | 'onApplicationShutdown'>;
