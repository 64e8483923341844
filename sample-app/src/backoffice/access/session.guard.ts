import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role } from '../../database/schema.js';
import { AuditService } from '../audit/audit.service.js';
import { readAuditSubject } from '../audit/audited.js';
import { type AdminRequest, Roles, WithoutSession } from '../roles.decorator.js';
import { isAdminRoute } from './admin-route.js';
import { readCookie, SESSION_COOKIE } from './cookies.js';
import { SessionsService } from './sessions.service.js';

/** Who may call a route that lists no roles. */
const DEFAULT_ROLES: readonly Role[] = ['ADMIN'];

/**
 * Protects every route below `/api/admin`, in whatever module: it requires a session of a person with one of the roles of
 * the route.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionsService,
    private readonly reflector: Reflector,
    private readonly audit: AuditService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (!isAdminRoute(context)) return true;
    if (this.reflector.getAllAndOverride<true | undefined>(WithoutSession.KEY, targets))
      return true;
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const admin = await this.sessions.find(readCookie(SESSION_COOKIE, request.headers.cookie));
    if (!admin) throw new UnauthorizedException('Entre na área da loja');
    const roles =
      this.reflector.getAllAndOverride<readonly Role[] | undefined>(Roles.KEY, targets) ??
      DEFAULT_ROLES;
    request.admin = admin;
    if (!roles.includes(admin.papel)) {
      await this.#recordRefusal(context);
      throw new ForbiddenException('Seu papel não permite esta ação');
    }
    return true;
  }

  async #recordRefusal(context: ExecutionContext): Promise<void> {
    const subject = readAuditSubject(this.reflector, context);
    if (!subject) return;
    await this.audit.record({ ...subject, resultado: 'FALHA', detalhe: 'sem permissão' });
  }
}
