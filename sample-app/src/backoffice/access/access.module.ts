import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DatabaseModule } from '../../database/database.module.js';
import { AuditController } from '../audit/audit.controller.js';
import { AuditService } from '../audit/audit.service.js';
import { FirstAdmin } from './first-admin.js';
import { LoginLimits } from './login-limits.js';
import { Passwords } from './passwords.js';
import { SessionController } from './session.controller.js';
import { SessionGuard } from './session.guard.js';
import { SessionsService } from './sessions.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/**
 * Accounts, sessions and the audit trail. Global: the guard protects the routes below `/api/admin` of every module, and
 * `@Audited()` records their actions.
 */
@Global()
@Module({
  imports: [DatabaseModule],
  controllers: [SessionController, UsersController, AuditController],
  providers: [
    SessionsService,
    LoginLimits,
    Passwords,
    UsersService,
    AuditService,
    FirstAdmin,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [SessionsService, AuditService],
})
export class AccessModule {}
