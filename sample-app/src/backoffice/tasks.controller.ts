import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ROLES, type TaskStatus, type AuditOutcome } from '../database/schema.js';
import { BANK_ERRORS, Describe } from '../decorators/describe.js';
import { RefundsService } from '../refunds/refunds.service.js';
import { Audited, AuditId } from './audit/audited.js';
import { OPERATORS, Roles } from './roles.decorator.js';
import { type TaskView, toTaskView } from './task.view.js';

const OUTCOMES: Readonly<Record<TaskStatus, AuditOutcome>> = {
  ABERTA: 'FALHA',
  DEVOLVENDO: 'DESCONHECIDO',
  DEVOLVIDA: 'SUCESSO',
};

/** Tasks of the back office: payments that pay no order, which a person refunds. */
@ApiTags('Pagamentos')
@Controller('api/admin/tasks')
@Roles(ROLES)
export class TasksController {
  constructor(private readonly refunds: RefundsService) {}

  @Get()
  @Describe('Lista os pagamentos que não pagam nada e esperam a devolução')
  async list(): Promise<TaskView[]> {
    return (await this.refunds.openTasks()).map(toTaskView);
  }

  /** Refunds what is left of the payment. The task is returned as it is now: refunded, in progress, or open with the reason. */
  @Post(':endToEndId/refund')
  @Describe('Devolve o que falta devolver do pagamento de uma tarefa', 409, ...BANK_ERRORS)
  @HttpCode(200)
  @Roles(OPERATORS)
  @Audited('PAGAMENTO_DEVOLVIDO', 'endToEndId', ({ tarefa, ultimaDevolucao }: TaskView) => ({
    resultado: OUTCOMES[tarefa ?? 'ABERTA'],
    detalhe: ultimaDevolucao ?? undefined,
  }))
  async refund(
    @Param('endToEndId') endToEndId: string,
    @AuditId() auditoria?: number,
  ): Promise<TaskView> {
    return toTaskView(await this.refunds.refundTask(endToEndId, auditoria));
  }
}
