import { Body, Controller, Get, Headers, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ROLES, type RefundStatus, type AuditOutcome } from '../database/schema.js';
import { BANK_ERRORS, Describe } from '../decorators/describe.js';
import { parseIdempotencyKey } from '../orders/idempotency-key.js';
import { CreateRefundDto } from '../refunds/create-refund.dto.js';
import {
  type PaymentRefundsView,
  type RefundView,
  toPaymentRefundsView,
  toRefundView,
} from '../refunds/refund.view.js';
import { RefundsService } from '../refunds/refunds.service.js';
import { Audited, AuditId } from './audit/audited.js';
import { OPERATORS, Roles } from './roles.decorator.js';

const OUTCOMES: Readonly<Record<RefundStatus, AuditOutcome>> = {
  NAO_REALIZADA: 'FALHA',
  DEVOLVENDO: 'DESCONHECIDO',
  DEVOLVIDA: 'SUCESSO',
};

/** Full and partial refunds of payments. */
@ApiTags('Pagamentos')
@Controller('api/admin/payments/:endToEndId/refunds')
@Roles(ROLES)
export class PaymentRefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @Get()
  @Describe('Lê um pagamento e as suas devoluções')
  async list(@Param('endToEndId') endToEndId: string): Promise<PaymentRefundsView> {
    return toPaymentRefundsView(await this.refunds.get(endToEndId));
  }

  /** The refund is returned as it is now: made, in progress, or not made with the reason. */
  @Post()
  @Describe('Devolve um pagamento, inteiro ou em parte', 409, 422, ...BANK_ERRORS)
  @Roles(OPERATORS)
  @Audited('PAGAMENTO_DEVOLVIDO', 'endToEndId', ({ status, valor }: RefundView) => ({
    resultado: OUTCOMES[status],
    detalhe: valor,
  }))
  async create(
    @Param('endToEndId') endToEndId: string,
    @Body() { valor }: CreateRefundDto,
    @Headers('idempotency-key') key?: string,
    @AuditId() auditoria?: number,
  ): Promise<RefundView> {
    const request = { valor, chaveIdempotencia: parseIdempotencyKey(key), auditoria };
    return toRefundView(await this.refunds.refund(endToEndId, request));
  }
}
