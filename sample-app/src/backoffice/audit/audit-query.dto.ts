import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { AUDIT_ACTIONS, type AuditAction } from '../../database/schema.js';
import { emptyAsAbsent, ListQueryDto } from '../../lists/list-query.dto.js';

/** Query of the audit trail, and of its export. */
export class AuditQueryDto extends ListQueryDto {
  @IsOptional()
  @Transform(emptyAsAbsent)
  @IsIn(AUDIT_ACTIONS, { message: `acao deve ser ${AUDIT_ACTIONS.join(', ')}` })
  acao?: AuditAction;
}
