import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DatabaseModule } from '../../database/database.module.js';
import { AuditController } from '../audit/audit.controller.js';
import { AuditService } from '../audit/audit.service.js';
import { FirstAdmin } from '../users/first-admin.js';
import { UsersController } from '../users/users.controller.js';
import { UsersService } from '../users/users.service.js';
import { LoginLimits } from './login-limits.js';
import { SessionController } from './session.controller.js';
import { SessionGuard } from './session.guard.js';
import { SessionsService } from './sessions.service.js';

/**
 * Accounts, sessions and the audit trail. Global, because features have routes below `/api/admin` of their own: the guard
 * protects all of them, and `@Audited()` records their actions.
 */
@Global()
@Module({
  imports: [DatabaseModule],
  controllers: [SessionController, UsersController, AuditController],
  providers: [
    SessionsService,
    LoginLimits,
    UsersService,
    AuditService,
    FirstAdmin,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [SessionsService, AuditService],
})
export class AccessModule {}
