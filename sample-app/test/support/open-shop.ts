import { closeAtEnd } from '../../../test/support/close-at-end.js';
import type { Environment } from '../../src/settings/environment.js';
import { type Platform, type Shop, startShop } from './start-shop.js';

export { PLATFORMS, type Platform, type Shop } from './start-shop.js';

/** The body of an order of one T-shirt. It costs 37.00. */
export const ONE_SHIRT = { itens: [{ produto: 'camiseta-ipe', quantidade: 1 }] };

/** Starts the shop on a free port, configured only by `env`. It is closed after the spec file at the latest. */
export function openShop(platform: Platform, env: Environment = {}): Promise<Shop> {
  return closeAtEnd(startShop(platform, env));
}
