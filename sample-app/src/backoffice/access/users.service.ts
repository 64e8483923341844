import { randomUUID } from 'node:crypto';
import {
  ConflictException,
  Injectable,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { and, asc, eq } from 'drizzle-orm';
import { Database, type OrmTransaction } from '../../database/database.js';
import { type AdminUser, adminUsers } from '../../database/schema.js';
import { AuditService } from '../audit/audit.service.js';
import type { CurrentAdmin } from '../roles.decorator.js';
import { Passwords } from './passwords.js';
import { SessionsService } from './sessions.service.js';
import type { NewUser, UpdateUserDto } from './user.dto.js';

/** Accounts of the back office. Each change and its row of the audit trail are one transaction. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly passwords: Passwords,
    private readonly audit: AuditService,
  ) {}

  list(): Promise<AdminUser[]> {
    return this.database.orm.select().from(adminUsers).orderBy(asc(adminUsers.email));
  }

  async findByEmail(email: string): Promise<AdminUser | undefined> {
    const [user] = await this.database.orm
      .select()
      .from(adminUsers)
      .where(eq(adminUsers.email, normalizeEmail(email)));
    return user;
  }

  /** @throws ConflictException when the e-mail address has an account */
  async create(actor: Pick<CurrentAdmin, 'id'> | null, user: NewUser): Promise<AdminUser> {
    const { nome, papel, senha } = user;
    const values = { id: randomUUID(), email: normalizeEmail(user.email), nome, papel };
    const senhaHash = await this.passwords.hash(senha);
    return this.database.orm.transaction(async (tx) => {
      const [created] = await tx
        .insert(adminUsers)
        .values({ ...values, senhaHash })
        .onConflictDoNothing({ target: adminUsers.email })
        .returning();
      if (!created) throw new ConflictException('Já existe um usuário com este e-mail');
      await this.audit.record(
        {
          userId: actor?.id ?? null,
          acao: 'USUARIO_CRIADO',
          alvo: created.id,
          resultado: 'SUCESSO',
          detalhe: papel,
        },
        tx,
      );
      return created;
    });
  }

  /**
   * Changes an account. A new password, a new role or the end of the account ends its sessions.
   *
   * @throws NotFoundException for an unknown id
   * @throws ConflictException when no active administrator would be left
   */
  async update(actor: CurrentAdmin, id: string, change: UpdateUserDto): Promise<AdminUser> {
    const { nome, papel, ativo, senha } = change;
    const senhaHash = senha === undefined ? undefined : await this.passwords.hash(senha);
    return this.database.orm.transaction(async (tx) => {
      // Locked in one order, so that two changes cannot remove the last two administrators.
      const admins = await lockActiveAdmins(tx);
      const [before] = await tx
        .select()
        .from(adminUsers)
        .where(eq(adminUsers.id, id))
        .for('update');
      if (!before) throw new NotFoundException('Usuário não encontrado');
      const values = { ...before, ...defined({ nome, papel, ativo, senhaHash }) };
      const isAdmin = values.papel === 'ADMIN' && values.ativo;
      if (!isAdmin && admins.length === 1 && admins[0]?.id === id) {
        throw new ConflictException('A loja precisa de um administrador ativo');
      }
      await tx.update(adminUsers).set(values).where(eq(adminUsers.id, id));
      const changed = describeChange(before, values);
      if (changed.some((field) => field !== 'nome')) await this.sessions.closeAll(id, tx);
      const detalhe = changed.join(', ');
      await this.audit.record(
        { userId: actor.id, acao: 'USUARIO_ALTERADO', alvo: id, resultado: 'SUCESSO', detalhe },
        tx,
      );
      return values;
    });
  }

  /**
   * Changes the own password and ends all own sessions.
   *
   * @throws UnprocessableEntityException when the current password is wrong
   */
  async changePassword({ id, email }: CurrentAdmin, current: string, next: string): Promise<void> {
    const user = await this.findByEmail(email);
    const entry = { userId: id, acao: 'SENHA_ALTERADA', alvo: id } as const;
    if (!user || !(await this.passwords.matches(current, user.senhaHash))) {
      await this.audit.record({ ...entry, resultado: 'FALHA' });
      throw new UnprocessableEntityException('A senha atual está incorreta');
    }
    const senhaHash = await this.passwords.hash(next);
    await this.database.orm.transaction(async (tx) => {
      await tx.update(adminUsers).set({ senhaHash }).where(eq(adminUsers.id, id));
      await this.sessions.closeAll(id, tx);
      await this.audit.record({ ...entry, resultado: 'SUCESSO' }, tx);
    });
  }
}

function lockActiveAdmins(tx: OrmTransaction): Promise<{ readonly id: string }[]> {
  return tx
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .where(and(eq(adminUsers.papel, 'ADMIN'), eq(adminUsers.ativo, true)))
    .orderBy(asc(adminUsers.id))
    .for('update');
}

/** Lists what changed, with the new role and without names. */
function describeChange(before: AdminUser, after: AdminUser): string[] {
  const changes: string[] = [];
  if (before.nome !== after.nome) changes.push('nome');
  if (before.papel !== after.papel) changes.push(`papel ${after.papel}`);
  if (before.ativo !== after.ativo) changes.push(after.ativo ? 'ativado' : 'desativado');
  if (before.senhaHash !== after.senhaHash) changes.push('senha');
  return changes;
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Accounts are found by their address in any case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
