import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { and, eq, gt, lte } from 'drizzle-orm';
import { Database, type OrmTransaction } from '../../database/database.js';
import { adminSessions, type AdminUser, adminUsers } from '../../database/schema.js';
import { AuditService } from '../audit/audit.service.js';
import type { CurrentAdmin } from '../roles.decorator.js';

/** Seconds after which a person must log in again. */
export const SESSION_LIFETIME = 8 * 3600;

/** What the application reads of a person who is logged in: not the hash of the password. */
const ADMIN_COLUMNS = {
  id: adminUsers.id,
  email: adminUsers.email,
  nome: adminUsers.nome,
  papel: adminUsers.papel,
  ativo: adminUsers.ativo,
  criadoEm: adminUsers.criadoEm,
};

/** Sessions of the back office, in the database, so that they end everywhere and outlive a restart. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  /**
   * Opens a session, unless the account was disabled or its password changed since `user` was read. It takes the place of
   * another one.
   *
   * @param replaced the token of the session that ends; an empty text if there is none
   * @returns the token for the cookie; the database has only its hash
   */
  open({ id, senhaHash }: AdminUser, replaced: string): Promise<string | undefined> {
    return this.database.orm.transaction(async (tx) => {
      const isUnchanged = and(
        eq(adminUsers.id, id),
        eq(adminUsers.ativo, true),
        eq(adminUsers.senhaHash, senhaHash),
      );
      const rows = await tx.select().from(adminUsers).where(isUnchanged).for('update');
      if (rows.length === 0) return undefined;
      const token = randomBytes(32).toString('base64url');
      const now = Date.now();
      const expiraEm = new Date(now + SESSION_LIFETIME * 1000);
      await tx.delete(adminSessions).where(lte(adminSessions.expiraEm, new Date(now)));
      await this.#close(replaced, tx);
      await tx.insert(adminSessions).values({ tokenHash: hash(token), userId: id, expiraEm });
      await this.audit.record({ userId: id, acao: 'LOGIN', resultado: 'SUCESSO' }, tx);
      return token;
    });
  }

  /** Returns whose open session the token is. */
  async find(token: string): Promise<CurrentAdmin | undefined> {
    if (token === '') return undefined;
    const [admin] = await this.database.orm
      .select(ADMIN_COLUMNS)
      .from(adminSessions)
      .innerJoin(adminUsers, eq(adminSessions.userId, adminUsers.id))
      .where(
        and(
          eq(adminSessions.tokenHash, hash(token)),
          gt(adminSessions.expiraEm, new Date()),
          eq(adminUsers.ativo, true),
        ),
      );
    return admin;
  }

  async close(token: string): Promise<void> {
    await this.database.orm.transaction((tx) => this.#close(token, tx));
  }

  /** Ends all sessions of a person. */
  async closeAll(userId: string, tx: OrmTransaction): Promise<void> {
    await tx.delete(adminSessions).where(eq(adminSessions.userId, userId));
  }

  async #close(token: string, tx: OrmTransaction): Promise<void> {
    if (token === '') return;
    const [closed] = await tx
      .delete(adminSessions)
      .where(eq(adminSessions.tokenHash, hash(token)))
      .returning();
    if (!closed) return;
    await this.audit.record({ userId: closed.userId, acao: 'LOGOUT', resultado: 'SUCESSO' }, tx);
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
