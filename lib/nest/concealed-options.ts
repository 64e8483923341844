import { randomUUID } from 'node:crypto';
import type { PixModuleOptions } from './pix.options.js';

/**
 * The options of an account as a provider value of a dynamic module. Its printed form (`console.log`,
 * `util.inspect`, `JSON.stringify`, `structuredClone`) contains no option.
 * @internal
 */
export class ConcealedOptions {
  readonly #options: PixModuleOptions;
  /** Nest compares modules by their JSON; other options are another module. */
  readonly #id = randomUUID();

  constructor(options: PixModuleOptions) {
    this.#options = options;
  }

  /** Returns the concealed options; returns options that are not concealed unchanged. */
  static reveal(options: PixModuleOptions | ConcealedOptions): PixModuleOptions {
    return options instanceof ConcealedOptions ? options.#options : options;
  }

  toJSON(): object {
    return { id: this.#id };
  }
}
