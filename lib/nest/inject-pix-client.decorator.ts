import { Inject, type InjectionToken } from '@nestjs/common';
import { PixClient } from '../resources/index.js';

/**
 * Returns the injection token of an account's client; for the account without a name, the class
 * itself.
 *
 * @param name the `name` of `PixModule.forRoot`
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
