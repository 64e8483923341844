import { Inject } from '@nestjs/common';
import { getPixClientToken } from '../resources/index.js';

/**
 * Injects the `PixClient` of an account.
 *
 * @example
 * constructor(@InjectPixClient('filial') private readonly filial: PixClient) {}
 */
export function InjectPixClient(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixClientToken(name));
}
