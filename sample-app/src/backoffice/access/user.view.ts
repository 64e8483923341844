import type { Role } from '../../database/schema.js';
import type { CurrentAdmin } from '../roles.decorator.js';

/** An account in responses. */
export class UserView {
  readonly id!: string;
  readonly email!: string;
  readonly nome!: string;
  readonly papel!: Role;
  readonly ativo!: boolean;
  readonly criadoEm!: string;
}

export function toUserView({ id, email, nome, papel, ativo, criadoEm }: CurrentAdmin): UserView {
  return { id, email, nome, papel, ativo, criadoEm: criadoEm.toISOString() };
}
