import type { Role } from '../../../src/database/schema.js';

/** Roles in words. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  ADMIN: 'Administração',
  OPERADOR: 'Operação',
  LEITURA: 'Somente leitura',
};
