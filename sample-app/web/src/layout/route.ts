import type { ComponentType } from 'preact';
import type { Role } from '../../../src/database/schema.js';
import type { BackOfficePath, ShopPath } from '../../../src/page/page-paths.js';

/** A page of the shop. */
export interface ShopRoute<Path = ShopPath> {
  /** The lists in `page-paths.ts` have the paths, so that the server answers them. */
  readonly path: Path;
  readonly component: ComponentType;
  /** Text of the link in the navigation; pages without one are reached from other pages. */
  readonly label?: string;
}

/** A page of the back office. */
export interface BackOfficeRoute extends ShopRoute<BackOfficePath> {
  /** Roles whose navigation has the link; without them, all. The server decides who may use the page. */
  readonly roles?: readonly Role[];
}
