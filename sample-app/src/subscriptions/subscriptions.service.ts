import { randomInt, randomUUID } from 'node:crypto';
import {
  ConflictException,
  Inject,
  Injectable,
  Logger,
  NotFoundException,
  NotImplementedException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { generateTxid } from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.js';
import { isRefusal } from '../bank/is-refusal.js';
import { findPlan } from '../catalogue/plans.js';
import type {
  Journey,
  NewSubscription,
  NewSubscriptionCharge,
  Subscription,
  SubscriptionCharge,
} from '../database/schema.js';
import { UUID } from '../database/uuid.js';
import { isOpenCharge, isOpenSubscription } from '../transitions/subscription-transition.js';
import { findFirstDueDay } from './billing-cycle.js';
import { ChargeSettlement } from './charge-settlement.js';
import { toDay, toMonth } from './civil-day.js';
import { RecurrenceSettlement } from './recurrence-settlement.js';
import { RecurrenceCancellationRefused } from './recurrences.service.js';
import { SubscriptionChargesRepository } from './subscription-charges.repository.js';
import { SubscriptionEvents } from './subscription-events.js';
import { SubscriptionSettlement } from './subscription-settlement.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Milliseconds in which the payer can approve. */
const APPROVAL_TIME = 24 * 3_600_000;

/** What a customer asks for. */
export interface SubscriptionRequest {
  readonly plano: string;
  readonly nome: string;
  /** 11 digits. */
  readonly cpf: string;
  readonly jornada: Journey;
}

/** A subscription and its charges, oldest month first. */
export interface SubscriptionDetails {
  readonly subscription: Subscription;
  readonly charges: readonly SubscriptionCharge[];
}

/** Creation and cancellation of subscriptions. */
@Injectable()
export class SubscriptionsService {
  readonly #logger = new Logger('Subscriptions');

  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly charges: SubscriptionChargesRepository,
    private readonly recurrenceSettlement: RecurrenceSettlement,
    private readonly chargeSettlement: ChargeSettlement,
    private readonly settlement: SubscriptionSettlement,
    private readonly events: SubscriptionEvents,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /** Whether the bank offers Pix Automático to the shop. */
  get isAvailable(): boolean {
    return this.bank.conta !== undefined;
  }

  /**
   * Stores the subscription with its contract number, then creates the recurrence. If the outcome is unknown, it stays
   * `CRIANDO` until the settlement has found or created the recurrence. A repeat with the same key returns the
   * subscription of the first request.
   *
   * @throws NotImplementedException when the bank has no Pix Automático
   * @throws UnprocessableEntityException when the key was used for another request
   */
  async create(
    request: SubscriptionRequest,
    chaveIdempotencia?: string,
  ): Promise<SubscriptionDetails> {
    if (!this.isAvailable) {
      throw new NotImplementedException('O banco da loja não oferece Pix Automático');
    }
    const subscription = buildSubscription(request, chaveIdempotencia);
    const charge = buildFirstCharge(subscription);
    const stored = await this.repository.insert(subscription, charge);
    if (!stored) return this.#findFirst(request, chaveIdempotencia ?? '');
    try {
      await this.recurrenceSettlement.open(stored);
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.#logger.error(
        `Subscription ${stored.id}: it is not known whether its recurrence exists`,
        error,
      );
      this.settlement.wakeSoon();
    }
    return this.get(stored.id);
  }

  /** @throws NotFoundException for an unknown id */
  async get(id: string): Promise<SubscriptionDetails> {
    const subscription = UUID.test(id) ? await this.repository.find(id) : undefined;
    if (!subscription) throw new NotFoundException('Assinatura não encontrada');
    return { subscription, charges: await this.charges.list([subscription.id]) };
  }

  /**
   * Cancels a subscription. If the outcome at the bank is unknown, it stays `CANCELANDO` until the settlement has
   * completed the cancellation. Its open charges are cancelled next, as far as the bank still permits.
   *
   * @throws ConflictException when it is being created, or has ended otherwise
   */
  async cancel(id: string, motivo: string): Promise<SubscriptionDetails> {
    const { subscription: found } = await this.get(id);
    const begun = await this.repository.beginCancel(found.id, motivo);
    const subscription = begun ?? (await this.get(id)).subscription;
    if (subscription.status === 'CANCELADA') return this.get(id);
    if (subscription.status !== 'CANCELANDO') {
      throw new ConflictException(
        subscription.status === 'CRIANDO'
          ? 'A assinatura ainda está sendo criada. Tente de novo em instantes'
          : 'A assinatura já terminou',
      );
    }
    try {
      await this.recurrenceSettlement.cancel(subscription);
      this.settlement.wakeNow();
    } catch (error) {
      if (error instanceof RecurrenceCancellationRefused) throw error.cause;
      this.#logger.error(`Subscription ${id}: it is not known whether it is cancelled`, error);
      this.settlement.wakeSoon();
    } finally {
      this.events.publishId(id);
    }
    return this.get(id);
  }

  /**
   * Reads the recurrence and its open charges from the bank now, and takes the steps that are due.
   *
   * @throws NotFoundException for an unknown id
   */
  async settle(id: string): Promise<void> {
    const { subscription, charges } = await this.get(id);
    if (isOpenSubscription(subscription.status)) {
      await this.recurrenceSettlement.settle(subscription);
    }
    for (const charge of charges) {
      if (isOpenCharge(charge.status)) await this.chargeSettlement.settle(charge);
    }
    this.events.publishId(id);
  }

  /**
   * Requests another attempt of a charge now, if the policy of the recurrence permits one.
   *
   * @throws NotFoundException for an unknown id
   * @throws ConflictException when an attempt is pending, or none is permitted
   */
  async retry(id: string, chargeId: string): Promise<void> {
    const { charges } = await this.get(id);
    const charge = charges.find((one) => one.id === chargeId);
    if (!charge) throw new NotFoundException('Cobrança não encontrada');
    const canRetry = charge.status === 'EM_NOVA_TENTATIVA';
    if (canRetry) await this.chargeSettlement.settle(charge);
    this.events.publishId(id);
    const now = await this.charges.find(chargeId);
    if (canRetry && now && now.retentativas > charge.retentativas) return;
    throw new ConflictException(
      'Nenhuma tentativa foi pedida: já há uma marcada, ou o banco não permite outra',
    );
  }

  async #findFirst(request: SubscriptionRequest, key: string): Promise<SubscriptionDetails> {
    const first = await this.repository.findByKey(key);
    if (!first) throw new ConflictException('O pedido anterior foi recusado. Tente de novo');
    const isSame =
      first.plano === request.plano &&
      first.cpf === request.cpf &&
      first.nome === request.nome &&
      first.jornada === request.jornada;
    if (!isSame) {
      throw new UnprocessableEntityException('Idempotency-Key já foi usada com outro pedido');
    }
    return this.get(first.id);
  }
}

function buildSubscription(
  { plano, nome, cpf, jornada }: SubscriptionRequest,
  chaveIdempotencia: string | undefined,
): NewSubscription {
  const plan = findPlan(plano);
  if (!plan) throw new NotFoundException('plano não existe no catálogo');
  const criadoEm = new Date();
  return {
    id: randomUUID(),
    contrato: generateContract(criadoEm),
    plano,
    valor: plan.precoMensal,
    nome,
    cpf,
    jornada,
    dataInicial: findFirstDueDay(jornada, toDay(criadoEm)),
    criadoEm,
    aprovarAte: new Date(criadoEm.getTime() + APPROVAL_TIME),
    conferirEm: criadoEm,
    chaveIdempotencia,
  };
}

/** In journey 3 the payer pays the first month with the approval. */
function buildFirstCharge({
  id,
  jornada,
  valor,
  criadoEm,
}: NewSubscription): NewSubscriptionCharge | undefined {
  if (jornada !== 'JORNADA_3') return undefined;
  const vencimento = toDay(criadoEm);
  return {
    id: randomUUID(),
    subscriptionId: id,
    competencia: toMonth(vencimento),
    tipo: 'IMEDIATA',
    txid: generateTxid(),
    valor,
    vencimento,
  };
}

/** A number that people can read aloud: the day and nine random digits. The database refuses a repeated one. */
function generateContract(criadoEm: Date): string {
  const day = toDay(criadoEm).replaceAll('-', '');
  return `CAFE${day}${randomInt(1_000_000_000).toString().padStart(9, '0')}`;
}
