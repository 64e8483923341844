import type { Role } from '../../database/schema.js';

/** The person who is logged in. */
export class SessionUserView {
  readonly nome!: string;
  readonly email!: string;
  readonly papel!: Role;
}

/** The session of a request. */
export class SessionView {
  readonly aberta!: boolean;
  readonly usuario!: SessionUserView | null;
}
