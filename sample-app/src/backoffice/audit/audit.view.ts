import type { AuditEntry, AuditAction, AuditOutcome } from '../../database/schema.js';

/** A row of the audit trail. */
export class AuditView {
  readonly id!: number;
  readonly em!: string;
  /** Name of the person; `null` for a login with an unknown e-mail address, and for the shop itself. */
  readonly usuario!: string | null;
  readonly acao!: AuditAction;
  /** Identifier of the record. */
  readonly alvo!: string | null;
  readonly resultado!: AuditOutcome;
  readonly detalhe!: string | null;
}

export interface AuditRow {
  readonly entry: AuditEntry;
  readonly nome: string | null;
}

export function toAuditView({ entry, nome }: AuditRow): AuditView {
  const { id, em, acao, alvo, resultado, detalhe } = entry;
  return { id, em: em.toISOString(), usuario: nome, acao, alvo, resultado, detalhe };
}
