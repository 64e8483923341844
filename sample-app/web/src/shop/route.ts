import type { ComponentType } from 'preact';
import type { ShopPath } from '../../../src/page/page-paths.js';

/** A page of the shop. */
export interface ShopRoute {
  /** `SHOP_PATHS` lists the paths, so that the server answers them. */
  readonly path: ShopPath;
  readonly component: ComponentType;
  /** Text of the link in the navigation; pages without one are reached from other pages. */
  readonly label?: string;
}
