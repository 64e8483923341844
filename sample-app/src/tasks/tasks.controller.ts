import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  ParseIntPipe,
  Post,
  UnprocessableEntityException,
} from '@nestjs/common';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { sql } from 'drizzle-orm';
import { PixLedger, type PixTask, type PixTaskChoice, type PixTaskReason } from 'nestjs-pix/ledger';
import { ADMIN, OnlyAdmin } from '../access/session.guard.js';
import { Live } from '../charges/live.js';
import { orConflict } from '../charges/or-conflict.js';
import { Database } from '../database/database.js';

/** Something that a person must decide. */
export interface TaskView {
  readonly numero: number;
  readonly motivo: PixTaskReason;
  readonly cobranca: string | null;
  readonly endToEndId: string | null;
  /** The amount of the payment; `null` if it is not about one. */
  readonly valor: string | null;
  /** The refund, handler or date that it is about. */
  readonly sobre: string | null;
  readonly escolhas: readonly PixTaskChoice[];
  readonly criadaEm: string;
}

const CHOICES = ['refund', 'accept', 'assign', 'retry', 'dismiss'] as const;

class DecisionDto {
  @IsIn(CHOICES, { message: 'Decisão desconhecida' })
  escolha!: PixTaskChoice;

  /** The charge that a payment is assigned to. */
  @IsOptional()
  @IsString({ message: 'A cobrança deve ser um texto' })
  @MaxLength(200, { message: 'A cobrança não existe' })
  para?: string;
}

/** The tasks of the ledger: money that fits no charge, and commands that the bank refused. */
@Controller('api/admin/tasks')
@OnlyAdmin()
export class TasksController {
  constructor(
    private readonly ledger: PixLedger,
    private readonly database: Database,
    live: Live,
  ) {
    live.serve('/api/admin/tasks', () => this.list());
  }

  @Get()
  async list(): Promise<TaskView[]> {
    const tasks = await this.ledger.tasks();
    const amounts = await this.#readAmounts(tasks);
    return tasks.map((task) => ({
      numero: task.number,
      motivo: task.reason,
      cobranca: task.charge ?? null,
      endToEndId: task.endToEndId ?? null,
      valor: amounts.get(task.endToEndId ?? '') ?? null,
      sobre: task.about ?? null,
      escolhas: task.choices,
      criadaEm: task.createdAt.toISOString(),
    }));
  }

  /** @throws ConflictException when the task is decided, or does not allow this choice */
  @Post(':numero')
  @HttpCode(200)
  async decide(
    @Param('numero', ParseIntPipe) numero: number,
    @Body() { escolha, para }: DecisionDto,
  ): Promise<TaskView[]> {
    if (escolha === 'assign' && para === undefined) {
      throw new UnprocessableEntityException('Escolha a cobrança');
    }
    const choice = escolha === 'assign' ? { choice: escolha, to: para ?? '' } : { choice: escolha };
    const decision = { ...choice, ...ADMIN };
    await orConflict(this.ledger.resolve(numero, decision), 'A tarefa não permite esta decisão');
    return this.list();
  }

  async #readAmounts(tasks: readonly PixTask[]): Promise<Map<string, string>> {
    const ids = tasks.flatMap(({ endToEndId }) => endToEndId ?? []);
    if (ids.length === 0) return new Map();
    const rows = await this.database.rows<{ id: string; valor: string }>(sql`
      SELECT end_to_end_id AS id, valor::text FROM pix_payment
      WHERE account = 'default' AND end_to_end_id IN ${ids}`);
    return new Map(rows.map(({ id, valor }) => [id, valor]));
  }
}
