import type { ComponentType } from 'preact';
import type { Role } from '../../../src/database/schema.js';
import type { BackOfficePath } from '../../../src/page/page-paths.js';

/** A page of the back office. */
export interface BackOfficeRoute {
  /** `BACK_OFFICE_PATHS` lists the paths, so that the server answers them. */
  readonly path: BackOfficePath;
  readonly component: ComponentType;
  /** Text of the link in the navigation; pages without one are reached from other pages. */
  readonly label?: string;
  /** Roles whose navigation has the link; without them, all. The server decides who may use the page. */
  readonly roles?: readonly Role[];
}
