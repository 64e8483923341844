import { closeAtEnd } from '../../../test/support/close-at-end.js';
import type { Environment } from '../../src/settings/read-settings.js';
import { type Shop, startShop } from './start-shop.js';

/** Starts a shop that is closed after the spec file at the latest. */
export function openShop(env: Environment = {}): Promise<Shop> {
  return closeAtEnd(startShop(env));
}
