import {
  Body,
  Controller,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import {
  pixChargeStates,
  PixLedger,
  type PixCharge,
  type PixHistoryEntry,
} from 'nestjs-pix/ledger';
import { ADMIN, OnlyAdmin } from '../access/session.guard.js';
import { type ChargeView, toChargeView } from '../charges/charge.view.js';
import { Live } from '../charges/live.js';
import { orConflict } from '../charges/or-conflict.js';
import { Database } from '../database/database.js';
import { Subjects } from './subjects.js';

/** A charge in the list of the back office. */
export interface ChargeRowView extends ChargeView {
  /** What it is for, and the page of its customer. */
  readonly assunto: string;
  readonly pagina: string;
}

export interface ChargePageView {
  readonly itens: readonly ChargeRowView[];
  /** The cursor of the next page; `null` after the last one. */
  readonly proxima: string | null;
}

/** A charge with its history. */
export interface ChargeDetailView extends ChargeRowView {
  readonly historico: readonly HistoryView[];
}

export interface HistoryView {
  readonly em: string;
  readonly de: PixCharge['state'] | null;
  readonly para: PixCharge['state'] | null;
  readonly causa: PixHistoryEntry['cause'];
  readonly oque: string;
  readonly tentativas: number | null;
  /** The bank's identifier of the call, for its support. */
  readonly correlacao: string | null;
}

const KINDS = ['cob', 'cobv', 'cobr', 'rec'] as const;

/** How many charges a page lists. */
const PAGE = 25;

class ListDto {
  @IsOptional()
  @IsIn(KINDS, { message: 'Tipo desconhecido' })
  tipo?: (typeof KINDS)[number];

  @IsOptional()
  @IsIn(pixChargeStates, { message: 'Situação desconhecida' })
  situacao?: PixCharge['state'];

  @IsOptional()
  @IsString({ message: 'A página não existe' })
  depois?: string;
}

class RetryDto {
  @Matches(/^\d{4}-\d{2}-\d{2}$/, { message: 'O dia deve ser uma data' })
  dia!: string;
}

/** The charges of the ledger, in the back office. Their ids may have a slash, so they are encoded in the path. */
@Controller('api/admin/charges')
@OnlyAdmin()
export class ChargesController {
  constructor(
    private readonly ledger: PixLedger,
    private readonly database: Database,
    private readonly subjects: Subjects,
    live: Live,
  ) {
    live.serve('/api/admin/charges', (id, query) => (id === '' ? this.list(query) : this.get(id)));
  }

  @Get()
  async list(@Query() { tipo, situacao, depois }: ListDto): Promise<ChargePageView> {
    const filter = {
      limit: PAGE,
      ...(tipo !== undefined && { kind: tipo }),
      ...(situacao !== undefined && { state: situacao }),
    };
    const { charges, next } = await this.ledger.list(filter, depois);
    const subjects = await this.subjects.of(charges);
    const itens = charges.map((charge) => ({ ...toChargeView(charge), ...subjects(charge) }));
    return { itens, proxima: next ?? null };
  }

  @Get(':id')
  async get(@Param('id') id: string): Promise<ChargeDetailView> {
    const charge = await this.ledger.get(id);
    if (!charge) throw new NotFoundException('Cobrança não encontrada');
    const subjects = await this.subjects.of([charge]);
    const history = await this.ledger.history(id);
    const view = { ...toChargeView(charge), ...subjects(charge) };
    return { ...view, historico: history.map(toHistoryView) };
  }

  @Post(':id/cancel')
  @HttpCode(200)
  async cancel(@Param('id') id: string): Promise<ChargeDetailView> {
    const command = this.database.orm.transaction((tx) => this.ledger.in(tx, ADMIN).cancel(id));
    await orConflict(command, 'A cobrança já terminou');
    return this.get(id);
  }

  /** Asks for another attempt to debit a month of a subscription. */
  @Post(':id/retry')
  @HttpCode(200)
  async retry(@Param('id') id: string, @Body() { dia }: RetryDto): Promise<ChargeDetailView> {
    const command = this.database.orm.transaction((tx) => this.ledger.in(tx, ADMIN).retry(id, dia));
    await orConflict(command, 'A cobrança não permite outra tentativa');
    return this.get(id);
  }
}

function toHistoryView(entry: PixHistoryEntry): HistoryView {
  return {
    em: entry.at.toISOString(),
    de: entry.from ?? null,
    para: entry.to ?? null,
    causa: entry.cause,
    oque: entry.by === undefined ? entry.what : `${entry.what} (${entry.by})`,
    tentativas: entry.attempts ?? null,
    correlacao: entry.correlationId ?? null,
  };
}
