import {
  Controller,
  Get,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  Post,
  ServiceUnavailableException,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BullMqEventQueue } from 'nestjs-pix/bullmq';
import { ROLES } from '../../database/schema.js';
import { Describe } from '../../decorators/describe.js';
import { EVENT_QUEUE } from '../../redis/redis.module.js';
import { Audited } from '../audit/audited.js';
import { OPERATORS, Roles } from '../roles.decorator.js';
import { DeadLettersView, toDeadLetterView } from './dead-letter.view.js';

const LATEST = 100;

/** Milliseconds that the queue has to answer. */
const TIME_LIMIT = 3_000;

/** Events of the queue whose attempts are used up. They stay until a person retries them. */
@ApiTags('Entregas')
@Controller('api/admin/dead-letters')
@Roles(ROLES)
export class DeadLettersController {
  constructor(@Inject(EVENT_QUEUE) private readonly queue: BullMqEventQueue | null) {}

  @Get()
  @Describe('Lista os eventos da fila cujas tentativas acabaram', 503)
  async list(): Promise<DeadLettersView> {
    const { queue } = this;
    if (!queue) return { temFila: false, total: 0, itens: [] };
    const [total, letters] = await inTime(
      Promise.all([queue.countDeadLetters(), queue.deadLetters({ limit: LATEST })]),
    );
    return { temFila: true, total, itens: letters.map(toDeadLetterView) };
  }

  /**
   * Puts an event into the queue again, with all of its attempts. A worker handles it: what has been handled has no second
   * effect.
   *
   * @throws NotFoundException when there is no such dead letter
   */
  @Post(':chave/retry')
  @Describe('Põe um evento de novo na fila', 503)
  @HttpCode(204)
  @Roles(OPERATORS)
  @Audited('EVENTO_REENFILEIRADO', 'chave')
  async retry(@Param('chave') chave: string): Promise<void> {
    const isQueued = this.queue !== null && (await inTime(this.queue.replay(chave)));
    if (!isQueued) throw new NotFoundException('O evento não está entre os que falharam');
  }
}

/** @throws ServiceUnavailableException when Redis does not answer: commands would wait until it is back */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new ServiceUnavailableException('A fila de eventos não respondeu. Tente de novo');
    timer = setTimeout(() => reject(error), TIME_LIMIT);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
