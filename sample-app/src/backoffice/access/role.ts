/**
 * Roles of the people in the back office.
 *
 * - `ADMIN`: everything, the accounts included.
 * - `OPERADOR`: reads everything but the accounts; cancels, refunds, retries, replays.
 * - `LEITURA`: reads what `OPERADOR` reads, and changes nothing.
 */
export const ROLES = ['ADMIN', 'OPERADOR', 'LEITURA'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that may change charges and payments. */
export const OPERATORS = ['ADMIN', 'OPERADOR'] as const satisfies readonly Role[];
