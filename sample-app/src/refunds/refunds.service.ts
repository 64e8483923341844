import {
  ConflictException,
  Injectable,
  Logger,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import {
  type Devolucao,
  formatValor,
  isPixRecursoNaoEncontradoException,
  PixRecebidosService,
  type PixRequestOptions,
} from 'nestjs-pix';
import { hideTaxIds } from '../bank/hide-tax-ids.js';
import { isRefusal } from '../bank/is-refusal.js';
import type { Refund, RefundStatus } from '../database/schema.js';
import { isRepeat } from './is-repeat.js';
import {
  type ForeignRefund,
  type RefundablePayment,
  type RefundRequest,
  RefundsRepository,
} from './refunds.repository.js';

const END_TO_END_ID = /^[a-zA-Z0-9]{1,32}$/;

/** Refunds payments, in full or in parts. Each refund has an identifier that is stored first, so it is never made twice. */
@Injectable()
export class RefundsService {
  readonly #logger = new Logger('Refunds');

  constructor(
    private readonly repository: RefundsRepository,
    private readonly pix: PixRecebidosService,
  ) {}

  /** Returns the tasks that are not done. */
  openTasks(): Promise<RefundablePayment[]> {
    return this.repository.openTasks();
  }

  /** @throws NotFoundException for an unknown endToEndId */
  async get(endToEndId: string): Promise<RefundablePayment> {
    const found = END_TO_END_ID.test(endToEndId)
      ? await this.repository.find(endToEndId)
      : undefined;
    if (!found) throw new NotFoundException('Pagamento não encontrado');
    return found;
  }

  /** Returns the payments of an invoice, oldest first. */
  findByInvoice(invoiceId: string): Promise<RefundablePayment[]> {
    return this.repository.findByInvoice(invoiceId);
  }

  /** Returns the payments of a subscription, oldest first. */
  findBySubscription(subscriptionId: string): Promise<RefundablePayment[]> {
    return this.repository.findBySubscription(subscriptionId);
  }

  /**
   * Refunds a payment or a part of it. If the provider refuses, the refund is `NAO_REALIZADA`, with the reason; if the
   * outcome is unknown, the settlement determines it. A repeat with the same key returns the refund of the first request.
   *
   * @throws ConflictException when the refunds of the payment would be more than the payment
   * @throws UnprocessableEntityException when the key was used for another refund
   */
  async refund(endToEndId: string, request: RefundRequest): Promise<Refund> {
    const { payment } = await this.get(endToEndId);
    const result = await this.repository.begin(payment, request);
    if ('refused' in result) {
      throw new ConflictException(
        `O valor é maior do que o que falta devolver deste pagamento: R$ ${result.restante.replace('.', ',')}`,
      );
    }
    if ('repeated' in result) return assertSame(result.repeated, endToEndId, request);
    const { begun } = result;
    this.#logger.log(`Refund ${begun.id} of payment ${endToEndId} requested`);
    try {
      await this.#request(begun);
    } catch (error) {
      this.#logger.error(`The result of refund ${begun.id} is not known`, error);
    }
    const { refunds } = await this.get(endToEndId);
    return refunds.find(({ id }) => id === begun.id) ?? begun;
  }

  /**
   * Refunds what is left of the payment of a task. A second click returns the refund in progress.
   *
   * @param auditoria the entry of the audit trail, which gets the outcome of the refund
   * @throws NotFoundException when no task has this endToEndId
   */
  async refundTask(endToEndId: string, auditoria?: number): Promise<RefundablePayment> {
    const { payment } = await this.#getTask(endToEndId);
    if (payment.tarefa !== 'ABERTA' || !(await this.#refundRest(endToEndId, auditoria))) {
      if (auditoria !== undefined) await this.repository.join(endToEndId, auditoria);
    }
    return this.#getTask(endToEndId);
  }

  /**
   * Stores a refund as the bank shows it, also if the shop did not request it.
   *
   * @throws NotFoundException while the payment is not recorded
   */
  async report(endToEndId: string, devolucao: Devolucao): Promise<void> {
    await this.get(endToEndId);
    const adopted = await this.repository.adopt(endToEndId, toForeignRefund(devolucao));
    if (adopted) {
      this.#logger.warn(
        `Refund ${adopted.id} of payment ${endToEndId} was not requested by the shop`,
      );
      return;
    }
    const { refunds } = await this.get(endToEndId);
    const refund = refunds.find(({ id }) => id === devolucao.id);
    if (refund) await this.#store(refund, devolucao);
  }

  /** Settles all refunds in progress: reads them, and requests those that the provider does not have. */
  async settleAll(options: PixRequestOptions): Promise<void> {
    for (const refund of await this.repository.refunding()) {
      if (options.signal?.aborted) return;
      try {
        await this.#settle(refund, options);
      } catch (error) {
        if (options.signal?.aborted) return;
        const { id, endToEndId } = refund;
        this.#logger.error(
          `Refund ${id} of payment ${endToEndId} could not be settled; trying again`,
          error,
        );
      }
    }
  }

  /** @returns `false` if another click has requested it */
  async #refundRest(endToEndId: string, auditoria: number | undefined): Promise<boolean> {
    try {
      await this.refund(endToEndId, { auditoria });
      return true;
    } catch (error) {
      if (error instanceof ConflictException) return false;
      throw error;
    }
  }

  async #getTask(endToEndId: string): Promise<RefundablePayment> {
    const task = END_TO_END_ID.test(endToEndId)
      ? await this.repository.findTask(endToEndId)
      : undefined;
    if (!task) throw new NotFoundException('Tarefa não encontrada');
    return task;
  }

  async #settle(refund: Refund, options?: PixRequestOptions): Promise<void> {
    const found = await this.#find(refund, options);
    if (found) await this.#store(refund, found);
    else await this.#request(refund, options);
  }

  /**
   * The identifier is the same in every repeat, so the provider makes one refund. A response that says nothing about the
   * refund, such as 401 or 429, leaves it in progress.
   */
  async #request(refund: Refund, options?: PixRequestOptions): Promise<void> {
    const { endToEndId, id, valor } = refund;
    try {
      await this.#store(refund, await this.pix.refund(endToEndId, id, { valor }, options));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const found = await this.#find(refund, options);
      if (found) await this.#store(refund, found);
      else await this.#fail(refund, error.detail === '' ? error.title : error.detail);
    }
  }

  async #find(
    { endToEndId, id }: Refund,
    options?: PixRequestOptions,
  ): Promise<Devolucao | undefined> {
    try {
      return await this.pix.getRefund(endToEndId, id, options);
    } catch (error) {
      if (isPixRecursoNaoEncontradoException(error)) return undefined;
      throw error;
    }
  }

  async #store(refund: Refund, { status, motivo }: Devolucao): Promise<void> {
    if (status === 'NAO_REALIZADO') await this.#fail(refund, explainFailure(motivo));
    if (status !== 'DEVOLVIDO') return;
    if (await this.repository.end(refund, { status: 'DEVOLVIDA' }))
      this.#logger.log(`Refund ${refund.id} of payment ${refund.endToEndId} made`);
  }

  async #fail(refund: Refund, erro: string): Promise<void> {
    if (!(await this.repository.end(refund, { status: 'NAO_REALIZADA', erro }))) return;
    this.#logger.warn(`Refund ${refund.id} of payment ${refund.endToEndId} failed: ${erro}`);
  }
}

const STATUSES: ReadonlyMap<string, RefundStatus> = new Map([
  ['DEVOLVIDO', 'DEVOLVIDA'],
  ['NAO_REALIZADO', 'NAO_REALIZADA'],
]);

function toForeignRefund({ id, valor, status, motivo, horario }: Devolucao): ForeignRefund {
  const stored = STATUSES.get(status) ?? 'DEVOLVENDO';
  const ended = horario.liquidacao === undefined ? new Date() : new Date(horario.liquidacao);
  return {
    id,
    valor: formatValor(valor),
    status: stored,
    erro: stored === 'NAO_REALIZADA' ? explainFailure(motivo) : null,
    concluidaEm: stored === 'DEVOLVENDO' ? null : ended,
  };
}

function explainFailure(motivo = 'Devolução não realizada'): string {
  return hideTaxIds(motivo);
}

function assertSame(first: Refund, endToEndId: string, request: RefundRequest): Refund {
  if (isRepeat(first, endToEndId, request)) return first;
  throw new UnprocessableEntityException('Idempotency-Key já foi usada com outra devolução');
}
