import { Controller, Get, HttpCode, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { eq, or, sql } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import {
  type Subscription,
  subscriptionCharges,
  subscriptions,
  ROLES,
} from '../../database/schema.js';
import {
  ApiCsvResponse,
  ApiPageResponse,
  BANK_ERRORS,
  Describe,
} from '../../decorators/describe.js';
import { type CsvColumn, toCsvFile, toCsvInstant, toCsvMoney } from '../../lists/csv.js';
import { ListQueryDto } from '../../lists/list-query.dto.js';
import { contains, List } from '../../lists/list.js';
import type { Page } from '../../lists/page.view.js';
import {
  SubscriptionRowView,
  toSubscriptionRowView,
} from '../../subscriptions/subscription.view.js';
import { SubscriptionsService } from '../../subscriptions/subscriptions.service.js';
import { Audited } from '../audit/audited.js';
import { OPERATORS, Roles } from '../roles.decorator.js';
import { SubscriptionDetailView } from './subscription-detail.view.js';
import { SubscriptionDetails } from './subscription-details.js';

const COLUMNS: readonly CsvColumn<SubscriptionRowView>[] = [
  { titulo: 'Assinatura', valor: ({ id }) => id },
  { titulo: 'Contrato', valor: ({ contrato }) => contrato },
  { titulo: 'Recorrência', valor: ({ idRec }) => idRec },
  { titulo: 'Plano', valor: ({ plano }) => plano.nome },
  { titulo: 'Nome', valor: ({ nome }) => nome },
  { titulo: 'Situação', valor: ({ status }) => status },
  { titulo: 'Motivo', valor: ({ motivo }) => motivo },
  { titulo: 'Valor mensal (R$)', valor: ({ valor }) => toCsvMoney(valor) },
  { titulo: 'Criada em (Brasília)', valor: ({ criadoEm }) => toCsvInstant(criadoEm) },
  { titulo: 'Aprovada em (Brasília)', valor: ({ aprovadaEm }) => toCsvInstant(aprovadaEm) },
  { titulo: 'Encerrada em (Brasília)', valor: ({ encerradaEm }) => toCsvInstant(encerradaEm) },
];

/** Subscriptions. The search finds an identifier (subscription, contract, recurrence, charge) or a part of the name. */
@ApiTags('Assinaturas')
@Controller('api/admin')
@Roles(ROLES)
export class AdminSubscriptionsController {
  readonly #list: List<Subscription, SubscriptionRowView>;

  constructor(
    private readonly service: SubscriptionsService,
    private readonly details: SubscriptionDetails,
    { orm }: Database,
  ) {
    this.#list = new List({
      instant: subscriptions.criadoEm,
      id: subscriptions.id,
      idType: 'uuid',
      status: subscriptions.status,
      search: (text) =>
        or(
          sql`${subscriptions.id}::text = ${text.toLowerCase()}`,
          eq(subscriptions.contrato, text),
          eq(subscriptions.idRec, text),
          contains(subscriptions.nome, text),
          sql`${subscriptions.id} IN (${orm
            .select({ id: subscriptionCharges.subscriptionId })
            .from(subscriptionCharges)
            .where(eq(subscriptionCharges.txid, text))})`,
        ),
      read: (where, order, limit) =>
        orm
          .select()
          .from(subscriptions)
          .where(where)
          .orderBy(...order)
          .limit(limit),
      locate: ({ criadoEm, id }) => ({ instant: criadoEm, id }),
      view: toSubscriptionRowView,
    });
  }

  @Get('subscriptions')
  @Describe('Lista as assinaturas')
  @ApiPageResponse(SubscriptionRowView)
  list(@Query() query: ListQueryDto): Promise<Page<SubscriptionRowView>> {
    return this.#list.page(query);
  }

  @Get('subscriptions.csv')
  @Describe('Exporta as assinaturas')
  @ApiCsvResponse()
  export(@Query() query: ListQueryDto): StreamableFile {
    return toCsvFile('assinaturas', COLUMNS, this.#list.all(query));
  }

  @Get('subscriptions/:id')
  @Describe('Mostra uma assinatura, com cobranças, tentativas e pagamentos')
  read(@Param('id') id: string): Promise<SubscriptionDetailView> {
    return this.details.read(id);
  }

  @Post('subscriptions/:id/cancel')
  @Describe('Cancela uma assinatura, como loja', 409, ...BANK_ERRORS)
  @HttpCode(200)
  @Roles(OPERATORS)
  @Audited('ASSINATURA_CANCELADA', 'id', ({ status }: SubscriptionDetailView) => ({
    resultado: status === 'CANCELADA' ? 'SUCESSO' : 'DESCONHECIDO',
  }))
  async cancel(@Param('id') id: string): Promise<SubscriptionDetailView> {
    await this.service.cancel(id, 'cancelamento pedido pela loja');
    return this.details.read(id);
  }

  /** Reads the recurrence and its open charges from the bank now, and returns the subscription as it is then. */
  @Post('subscriptions/:id/settle')
  @Describe('Consulta a assinatura no banco agora', ...BANK_ERRORS)
  @HttpCode(200)
  @Roles(OPERATORS)
  @Audited('ASSINATURA_CONSULTADA', 'id', ({ status }: SubscriptionDetailView) => ({
    resultado: 'SUCESSO',
    detalhe: status,
  }))
  async settle(@Param('id') id: string): Promise<SubscriptionDetailView> {
    await this.service.settle(id);
    return this.details.read(id);
  }

  /** Requests another attempt of a charge, if the rules permit one. */
  @Post('subscriptions/:id/charges/:cobranca/retry')
  @Describe('Pede outra tentativa de uma cobrança, se as regras permitem', 409, ...BANK_ERRORS)
  @HttpCode(200)
  @Roles(OPERATORS)
  @Audited('TENTATIVA_PEDIDA', 'cobranca')
  async retry(
    @Param('id') id: string,
    @Param('cobranca') cobranca: string,
  ): Promise<SubscriptionDetailView> {
    await this.service.retry(id, cobranca);
    return this.details.read(id);
  }
}
