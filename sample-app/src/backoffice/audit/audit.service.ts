import { Injectable } from '@nestjs/common';
import { and, eq, ne } from 'drizzle-orm';
import { Database, type OrmTransaction } from '../../database/database.js';
import { adminAudit, type AuditAction, type AuditOutcome } from '../../database/schema.js';

/** Who did what to which record. */
export interface AuditSubject {
  readonly userId: string | null;
  readonly acao: AuditAction;
  /** Identifier of the record. */
  readonly alvo?: string | undefined;
}

export interface AuditReport {
  readonly resultado: AuditOutcome;
  /** Without personal data. */
  readonly detalhe?: string | undefined;
}

/** Writes the audit trail. */
@Injectable()
export class AuditService {
  constructor(private readonly database: Database) {}

  /**
   * Records an action that has ended.
   *
   * @param tx the transaction of the action, so that both are committed or neither is
   */
  async record(entry: AuditSubject & AuditReport, tx?: OrmTransaction): Promise<void> {
    await (tx ?? this.database.orm).insert(adminAudit).values(entry);
  }

  /**
   * Records an action that is about to start at the bank. Its outcome is `DESCONHECIDO` until `end`. If the process ends in
   * between, `AuditSettlement` ends the entry.
   */
  async begin(subject: AuditSubject): Promise<number> {
    const [row] = await this.database.orm
      .insert(adminAudit)
      .values({ ...subject, resultado: 'DESCONHECIDO' })
      .returning({ id: adminAudit.id });
    if (!row) throw new Error('The audit trail stored no row');
    return row.id;
  }

  /** Stores the outcome of an action that `begin` recorded. Only a failure changes again, if the action succeeds later. */
  async end(id: number, report: AuditReport): Promise<void> {
    const isOpen =
      report.resultado === 'SUCESSO'
        ? ne(adminAudit.resultado, 'SUCESSO')
        : eq(adminAudit.resultado, 'DESCONHECIDO');
    await this.database.orm
      .update(adminAudit)
      .set(report)
      .where(and(eq(adminAudit.id, id), isOpen));
  }
}
