import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { eq, or, type SQL } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { ROLES, adminAudit, adminUsers } from '../../database/schema.js';
import { ApiCsvResponse, ApiPageResponse, Describe } from '../../decorators/describe.js';
import { type CsvColumn, toCsvFile, toCsvInstant } from '../../lists/csv.js';
import { contains, List } from '../../lists/list.js';
import type { Page } from '../../lists/page.view.js';
import { Roles } from '../roles.decorator.js';
import { AuditQueryDto } from './audit-query.dto.js';
import { type AuditRow, AuditView, toAuditView } from './audit.view.js';

const COLUMNS: readonly CsvColumn<AuditView>[] = [
  { titulo: 'Quando (Brasília)', valor: ({ em }) => toCsvInstant(em) },
  { titulo: 'Usuário', valor: ({ usuario }) => usuario },
  { titulo: 'Ação', valor: ({ acao }) => acao },
  { titulo: 'Alvo', valor: ({ alvo }) => alvo },
  { titulo: 'Resultado', valor: ({ resultado }) => resultado },
  { titulo: 'Detalhe', valor: ({ detalhe }) => detalhe },
];

/** The audit trail. The search finds the identifier of a record, or a part of a person's name. */
@ApiTags('Auditoria')
@Controller('api/admin')
@Roles(ROLES)
export class AuditController {
  readonly #list: List<AuditRow, AuditView>;

  constructor({ orm }: Database) {
    this.#list = new List({
      instant: adminAudit.em,
      id: adminAudit.id,
      idType: 'bigint',
      status: adminAudit.resultado,
      search: (text) => or(eq(adminAudit.alvo, text), contains(adminUsers.nome, text)),
      read: (where, order, limit) =>
        orm
          .select({ entry: adminAudit, nome: adminUsers.nome })
          .from(adminAudit)
          .leftJoin(adminUsers, eq(adminAudit.userId, adminUsers.id))
          .where(where)
          .orderBy(...order)
          .limit(limit),
      locate: ({ entry: { em, id } }) => ({ instant: em, id: String(id) }),
      view: toAuditView,
    });
  }

  @Get('audit')
  @Describe('Lista a trilha de auditoria')
  @ApiPageResponse(AuditView)
  list(@Query() query: AuditQueryDto): Promise<Page<AuditView>> {
    return this.#list.page(query, filterAction(query));
  }

  @Get('audit.csv')
  @Describe('Exporta a trilha de auditoria')
  @ApiCsvResponse()
  export(@Query() query: AuditQueryDto): StreamableFile {
    return toCsvFile('auditoria', COLUMNS, this.#list.all(query, filterAction(query)));
  }
}

function filterAction({ acao }: AuditQueryDto): SQL | undefined {
  return acao === undefined ? undefined : eq(adminAudit.acao, acao);
}
