import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { AdminUser, Role } from '../database/schema.js';

/** Roles that may change charges and payments. */
export const OPERATORS = ['ADMIN', 'OPERADOR'] as const satisfies readonly Role[];

/** Lists the roles that may call a route of the back office, on the method or on its controller. */
export const Roles = Reflector.createDecorator<readonly Role[]>();

/** Opens a route below `/api/admin` to requests without a session: only the login needs this. */
export const WithoutSession = Reflector.createDecorator<true>();

/** What a handler knows of the person who is logged in. */
export type CurrentAdmin = Omit<AdminUser, 'senhaHash'>;

/** A request that `SessionGuard` has admitted. */
export interface AdminRequest {
  admin?: CurrentAdmin;
  /** The entry of the audit trail that records the request. */
  auditId?: number;
  readonly headers: { readonly cookie?: string };
  readonly params: Readonly<Record<string, string>>;
}

/** Injects the person who is logged in. */
export const Admin = createParamDecorator((_: undefined, context: ExecutionContext) => {
  const { admin } = context.switchToHttp().getRequest<AdminRequest>();
  if (!admin) throw new Error('The route is not protected by SessionGuard');
  return admin;
});
