import { Inject, type InjectionToken } from '@nestjs/common';
import { PixClient } from '../resources/index.js';

/**
 * The injection token of an account's client: the class itself for the account without a name.
 *
 * @param name the `name` that was given to `PixModule.forRoot`
 */
export function getPixClientToken(name?: string): InjectionToken<PixClient> {
  return name === undefined ? PixClient : `PixClient:${name}`;
}

/**
 * Injects the {@link PixClient} of an account.
 *
 * @example
 * constructor(@InjectPixClient('filial') private readonly filial: PixClient) {}
 */
export function InjectPixClient(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixClientToken(name));
}
