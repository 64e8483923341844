import {
  Controller,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  Post,
  Query,
  type StreamableFile,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { eq, or } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { webhookDeliveries, type WebhookDelivery, ROLES } from '../../database/schema.js';
import {
  ApiCsvResponse,
  ApiPageResponse,
  BANK_ERRORS,
  Describe,
} from '../../decorators/describe.js';
import { type CsvColumn, toCsvFile, toCsvInstant } from '../../lists/csv.js';
import { ListQueryDto } from '../../lists/list-query.dto.js';
import { contains, List } from '../../lists/list.js';
import type { Page } from '../../lists/page.view.js';
import { DeliveryReplay } from '../../webhook/delivery-replay.js';
import { Audited } from '../audit/audited.js';
import { OPERATORS, Roles } from '../roles.decorator.js';
import { DeliveryView, toDeliveryView } from './delivery.view.js';

const COLUMNS: readonly CsvColumn<DeliveryView>[] = [
  { titulo: 'Evento', valor: ({ chave }) => chave },
  { titulo: 'Tipo', valor: ({ tipo }) => tipo },
  { titulo: 'Tratador', valor: ({ tratador }) => tratador },
  { titulo: 'Identificador do Pix', valor: ({ endToEndId }) => endToEndId },
  { titulo: 'txid', valor: ({ txid }) => txid },
  { titulo: 'Recorrência', valor: ({ idRec }) => idRec },
  { titulo: 'Recebido em (Brasília)', valor: ({ recebidoEm }) => toCsvInstant(recebidoEm) },
  { titulo: 'Última tentativa (Brasília)', valor: ({ tentadoEm }) => toCsvInstant(tentadoEm) },
  { titulo: 'Tentativas', valor: ({ tentativas }) => String(tentativas) },
  { titulo: 'Resultado', valor: ({ resultado }) => resultado },
  { titulo: 'Erro', valor: ({ erro }) => erro },
];

/**
 * Deliveries of the webhook. Those with the status `FALHOU` are the dead letters. The search finds an identifier of the
 * payment, its charge or recurrence, or a part of the key of the event.
 */
@ApiTags('Entregas')
@Controller('api/admin')
@Roles(ROLES)
export class DeliveriesController {
  readonly #list: List<WebhookDelivery, DeliveryView>;

  constructor(
    { orm }: Database,
    private readonly deliveries: DeliveryReplay,
  ) {
    this.#list = new List({
      instant: webhookDeliveries.recebidoEm,
      id: webhookDeliveries.id,
      idType: 'bigint',
      status: webhookDeliveries.resultado,
      search: (text) =>
        or(
          eq(webhookDeliveries.endToEndId, text),
          eq(webhookDeliveries.txid, text),
          eq(webhookDeliveries.idRec, text),
          contains(webhookDeliveries.chave, text),
        ),
      read: (where, order, limit) =>
        orm
          .select()
          .from(webhookDeliveries)
          .where(where)
          .orderBy(...order)
          .limit(limit),
      locate: ({ recebidoEm, id }) => ({ instant: recebidoEm, id: String(id) }),
      view: toDeliveryView,
    });
  }

  @Get('deliveries')
  @Describe('Lista as entregas do webhook')
  @ApiPageResponse(DeliveryView)
  list(@Query() query: ListQueryDto): Promise<Page<DeliveryView>> {
    return this.#list.page(query);
  }

  @Get('deliveries.csv')
  @Describe('Exporta as entregas do webhook')
  @ApiCsvResponse()
  export(@Query() query: ListQueryDto): StreamableFile {
    return toCsvFile('entregas', COLUMNS, this.#list.all(query));
  }

  /** Reads the event from the bank and runs its handler again. The delivery is returned as it is then. */
  @Post('deliveries/:id/replay')
  @Describe('Consulta o evento no banco e executa o tratador de novo', 409, ...BANK_ERRORS)
  @HttpCode(200)
  @Roles(OPERATORS)
  @Audited('ENTREGA_REPETIDA', 'id', ({ resultado }: DeliveryView) => ({
    resultado: resultado === 'CONCLUIDO' ? 'SUCESSO' : 'FALHA',
  }))
  async replay(@Param('id') id: string): Promise<DeliveryView> {
    return toDeliveryView(await this.deliveries.replay(parseId(id)));
  }
}

/** @throws NotFoundException for a text that is no identifier of a row */
function parseId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new NotFoundException('Entrega não encontrada');
  return Number(text);
}
