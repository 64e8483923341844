import { randomUUID } from 'node:crypto';

/**
 * The options of a module as a provider value. Their printed form (`console.log`, `util.inspect`,
 * `JSON.stringify`, `structuredClone`) contains no option.
 */
export class ConcealedOptions<Options> {
  readonly #options: Options;
  /** Nest compares modules by their JSON; other options are another module. */
  readonly #id = randomUUID();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the concealed options; returns options that are not concealed unchanged. */
  static reveal<Options>(options: Options | ConcealedOptions<Options>): Options {
    return options instanceof ConcealedOptions ? options.#options : options;
  }

  /** Replaces the value of a provider, if it has one. Other providers are unchanged. */
  static conceal<Provider>(provider: Provider): Provider {
    return typeof provider === 'object' && provider !== null && 'useValue' in provider
      ? { ...provider, useValue: new ConcealedOptions(provider.useValue) }
      : provider;
  }

  toJSON(): object {
    return { id: this.#id };
  }
}
