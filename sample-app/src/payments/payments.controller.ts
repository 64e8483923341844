import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { IsOptional, IsString, Matches } from 'class-validator';
import { sql } from 'drizzle-orm';
import { PixLedger, type PixPaymentMeaning, type PixRefundState } from 'nestjs-pix/ledger';
import { ADMIN, OnlyAdmin } from '../access/session.guard.js';
import type { PaymentRefundView } from '../charges/charge.view.js';
import { Live } from '../charges/live.js';
import { orConflict } from '../charges/or-conflict.js';
import { Database, INSTANT } from '../database/database.js';

/** A received Pix in the back office. */
export interface PaymentRowView {
  readonly endToEndId: string;
  readonly valor: string;
  readonly horario: string;
  readonly situacao: PixPaymentMeaning | null;
  /** The charge that it pays; `null`: none of the shop. */
  readonly cobranca: string | null;
  readonly devolvido: string;
  /** Whether the bank gave back any of it without the shop. */
  readonly peloBanco: boolean;
}

/** A refund in the back office. */
export interface RefundView extends PaymentRefundView {
  readonly endToEndId: string;
  readonly cobranca: string | null;
}

/** How many rows a list has, and those of the same instant as its last one. */
const PAGE = 50;

class PageDto {
  /** Only what is older. */
  @IsOptional()
  @IsString({ message: 'A página não existe' })
  @Matches(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/, { message: 'A página não existe' })
  antes?: string;
}

class RefundDto {
  @Matches(/^[A-Za-z0-9]{32}$/, { message: 'O identificador do Pix não é válido' })
  endToEndId!: string;

  /** Chosen by the page, so that a repeat gives back nothing twice. */
  @Matches(/^[A-Za-z0-9]{1,35}$/, { message: 'O identificador da devolução não é válido' })
  id!: string;

  @Matches(/^(?!0+\.00$)\d{1,10}\.\d{2}$/, { message: 'O valor deve ser como 37,00' })
  valor!: string;
}

/** Payments and refunds. The tables of the ledger are those of the application: lists read them with SQL. */
@Controller('api/admin')
@OnlyAdmin()
export class PaymentsController {
  constructor(
    private readonly ledger: PixLedger,
    private readonly database: Database,
    live: Live,
  ) {
    live.serve('/api/admin/payments', (_, query) => this.payments(query));
    live.serve('/api/admin/refunds', (_, query) => this.refunds(query));
  }

  /**
   * Gives back all or a part of a payment. The ledger asks the bank, and follows the refund until it has ended.
   *
   * @throws ConflictException when less is left of the payment
   */
  @Post('refunds')
  @HttpCode(202)
  async refund(
    @Body() { endToEndId, id, valor }: RefundDto,
  ): Promise<{ situacao: PixRefundState }> {
    const command = this.database.orm.transaction((tx) =>
      this.ledger.in(tx, ADMIN).refund({ endToEndId, refundId: id, valor }),
    );
    const { state } = await orConflict(command, 'Resta menos do que este valor para devolver');
    return { situacao: state };
  }

  @Get('payments')
  async payments(@Query() { antes }: PageDto): Promise<PaymentRowView[]> {
    return this.database.rows(sql`
      SELECT p.end_to_end_id AS "endToEndId", p.valor::text, p.meaning AS situacao, p.charge AS cobranca,
        to_char(p.horario AT TIME ZONE 'UTC', ${INSTANT}) AS horario,
        coalesce((SELECT sum(r.valor) FROM pix_refund r
          WHERE r.account = p.account AND r.end_to_end_id = p.end_to_end_id AND r.state = 'returned'
        ), 0)::numeric(12, 2)::text AS devolvido,
        EXISTS (SELECT FROM pix_refund r WHERE r.account = p.account
          AND r.end_to_end_id = p.end_to_end_id AND r.state = 'returned' AND r.made_by = 'bank'
        ) AS "peloBanco"
      FROM pix_payment p
      WHERE p.account = 'default' AND p.horario < coalesce(${antes ?? null}::timestamptz, 'infinity')
      ORDER BY p.horario DESC FETCH FIRST ${PAGE} ROWS WITH TIES`);
  }

  @Get('refunds')
  async refunds(@Query() { antes }: PageDto): Promise<RefundView[]> {
    return this.database.rows(sql`
      SELECT r.end_to_end_id AS "endToEndId", r.refund_id AS id, r.valor::text, r.state AS situacao,
        r.made_by AS "pedidaPor", to_char(r.asked_at AT TIME ZONE 'UTC', ${INSTANT}) AS "pedidaEm",
        to_char(r.settled_at AT TIME ZONE 'UTC', ${INSTANT}) AS "liquidadaEm", p.charge AS cobranca
      FROM pix_refund r JOIN pix_payment p USING (account, end_to_end_id)
      WHERE r.account = 'default' AND r.asked_at < coalesce(${antes ?? null}::timestamptz, 'infinity')
      ORDER BY date_trunc('milliseconds', r.asked_at) DESC FETCH FIRST ${PAGE} ROWS WITH TIES`);
  }
}
