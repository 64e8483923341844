import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  BadRequestException,
  ConflictException,
  Inject,
  Injectable,
  Logger,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { generateTxid } from 'nestjs-pix';
import { quote } from '../catalogue/catalogue.js';
import type { CatalogueItem } from '../catalogue/catalogue.view.js';
import type { NewOrder, Order, OrderStatus } from '../database/schema.js';
import { UUID } from '../database/uuid.js';
import { shopAttributes, shopMetrics } from '../metrics/shop-metrics.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { CancellationRefused, ChargeRefused, ChargesService } from './charges.service.js';
import { OrderEvents } from './order-events.js';
import { OrderSettlement } from './order-settlement.js';
import { OrdersRepository } from './orders.repository.js';

const NOT_PENDING: Readonly<Record<Exclude<OrderStatus, 'PENDENTE'>, string>> = {
  CRIANDO: 'O pedido ainda está sendo criado. Tente de novo em instantes',
  PAGO: 'O pedido já foi pago',
  CANCELANDO: 'O pedido está sendo cancelado',
  CANCELADO: 'O pedido já foi cancelado',
  EXPIRADO: 'O prazo de pagamento do pedido acabou',
  EM_ANALISE: 'A loja está conferindo um pagamento deste pedido',
  DEVOLVENDO: 'O pagamento deste pedido está sendo devolvido',
  DEVOLVIDO: 'O pagamento deste pedido foi devolvido',
};

/** Creation and cancellation of orders. */
@Injectable()
export class OrdersService {
  readonly #logger = new Logger('Orders');
  /** Orders whose charge this process is opening. */
  readonly #opening = new Map<string, Promise<Order>>();

  constructor(
    private readonly repository: OrdersRepository,
    private readonly charges: ChargesService,
    private readonly events: OrderEvents,
    private readonly settlement: OrderSettlement,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  /**
   * Stores the order, then opens its charge. An order is never deleted: after a failure, its charge can be found by its
   * txid. A repeat with the same key returns the order of the first request.
   *
   * @throws UnprocessableEntityException when the key was used for other items
   */
  async create(itens: readonly CatalogueItem[], chaveIdempotencia?: string): Promise<Order> {
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      const order = await this.#create(itens, chaveIdempotencia);
      outcome = order.status === 'CRIANDO' ? 'unknown' : 'created';
      return order;
    } finally {
      const seconds = (performance.now() - startedAt) / 1000;
      shopMetrics().checkoutDuration.record(seconds, { [shopAttributes.outcome]: outcome });
    }
  }

  async #create(itens: readonly CatalogueItem[], chaveIdempotencia?: string): Promise<Order> {
    const order = await this.repository.insert(this.#newOrder(itens, chaveIdempotencia));
    if (order) return this.#openOnce(order);
    const first = await this.repository.findByKey(chaveIdempotencia ?? '');
    if (!first) throw new ConflictException('O pedido anterior foi recusado. Tente de novo');
    if (!isDeepStrictEqual(first.itens, itens)) {
      throw new UnprocessableEntityException('Idempotency-Key já foi usada com outro pedido');
    }
    return first.status === 'CRIANDO' ? this.#openOnce(first) : first;
  }

  /** @throws NotFoundException for an unknown id */
  async get(id: string): Promise<Order> {
    const order = await this.find(id);
    if (!order) throw new NotFoundException('Pedido não encontrado');
    return order;
  }

  async find(id: string): Promise<Order | undefined> {
    return UUID.test(id) ? this.repository.find(id) : undefined;
  }

  /**
   * Cancels an order. If the outcome at the provider is unknown, the order stays `CANCELANDO` until the settlement has
   * completed the cancellation or recorded a payment.
   *
   * @param motivo why, for the people of the shop
   * @throws ConflictException when the order is not pending, for example because it was paid
   */
  async cancel(id: string, motivo = 'cancelamento pedido pelo cliente'): Promise<Order> {
    const found = await this.get(id);
    const order = (await this.repository.beginCancel(found.id, motivo)) ?? (await this.get(id));
    if (order.status !== 'CANCELANDO') return assertCancelled(order);
    if (!(await this.#cancelCharge(order))) return order;
    const cancelled = await this.repository.cancel(order.id);
    if (!cancelled) return assertCancelled(await this.get(id));
    this.#logger.log(`Order ${order.id} cancelled`);
    this.events.publish(cancelled);
    return cancelled;
  }

  /**
   * Reads the charge of an order from the bank now, and changes the order to what it shows.
   *
   * @throws NotFoundException for an unknown id
   */
  async settle(id: string): Promise<void> {
    await this.settlement.settle(await this.get(id));
  }

  #newOrder(itens: readonly CatalogueItem[], chaveIdempotencia?: string): NewOrder {
    const price = quote(itens);
    if (!price) throw new BadRequestException('produto não existe no catálogo');
    const criadoEm = new Date();
    return {
      id: randomUUID(),
      txid: generateTxid(),
      itens,
      ...price,
      criadoEm,
      expiraEm: new Date(criadoEm.getTime() + this.settings.orderExpiration * 1000),
      chaveIdempotencia,
    };
  }

  /** Concurrent requests for one order share the creation of its charge. */
  #openOnce(order: Order): Promise<Order> {
    const running = this.#opening.get(order.id);
    if (running) return running;
    const opening = this.#openCharge(order).finally(() => this.#opening.delete(order.id));
    this.#opening.set(order.id, opening);
    return opening;
  }

  async #openCharge(order: Order): Promise<Order> {
    try {
      const charge = await this.charges.open(order);
      const opened = await this.repository.confirm(order.id, charge);
      this.#logger.log(`Order ${order.id} waits for payment of charge ${order.txid}`);
      this.settlement.wakeAt(charge.expiraEm);
      if (opened) this.events.publish(opened);
      return opened ?? (await this.get(order.id));
    } catch (error) {
      if (error instanceof ChargeRefused) {
        await this.repository.refuse(order.id);
        throw error.cause;
      }
      this.#logger.error(`Order ${order.id}: it is not known whether charge ${order.txid} exists`);
      this.settlement.wakeSoon();
      throw error;
    }
  }

  /** @returns whether the charge is cancelled; `false` if this is not known */
  async #cancelCharge(order: Order): Promise<boolean> {
    try {
      if (await this.charges.cancel(order.txid)) return true;
    } catch (error) {
      if (error instanceof CancellationRefused) {
        await this.repository.endCancel(order.id);
        throw error.cause;
      }
      this.#logger.error(
        `Order ${order.id}: it is not known whether charge ${order.txid} is cancelled`,
        error,
      );
      this.events.publish(order);
      this.settlement.wakeSoon();
      return false;
    }
    this.settlement.wakeNow();
    throw new ConflictException(NOT_PENDING.PAGO);
  }
}

/** @throws ConflictException with the status, unless the order is pending */
export function assertPending({ status }: Order): void {
  if (status !== 'PENDENTE') throw new ConflictException(NOT_PENDING[status]);
}

function assertCancelled(order: Order): Order {
  if (order.status !== 'CANCELADO') assertPending(order);
  return order;
}
