import type { InjectionToken } from '@nestjs/common';
import { PixClient } from './pix-client.js';

/**
 * Returns the injection token of an account's client; for the account without a name, the class
 * itself.
 *
 * @param name the `name` of `PixModule.forRoot`
 */
export function getPixClientToken(name?: string): InjectionToken<PixClient> {
  return name === undefined ? PixClient : `PixClient:${name}`;
}
