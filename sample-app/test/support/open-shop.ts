import { closeAtEnd } from '../../../test/support/close-at-end.js';
import type { Environment } from '../../src/settings/environment.js';
import { type Platform, type Shop, startShop } from './start-shop.js';

/** Starts a shop that is closed after the spec file at the latest. */
export function openShop(platform: Platform = 'express', env: Environment = {}): Promise<Shop> {
  return closeAtEnd(startShop(platform, env));
}
