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
import { type CatalogueItem, quote } from '../catalogue/catalogue.js';
import type { NewOrder, Order, OrderStatus } from '../database/schema.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { ChargeRefused, ChargesService } from './charges.service.js';
import { OrderEvents } from './order-events.js';
import { OrderSettlement } from './order-settlement.js';
import { OrdersRepository } from './orders.repository.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const TOO_LATE: Readonly<Record<Exclude<OrderStatus, 'PENDENTE'>, string>> = {
  PAGO: 'O pedido já foi pago',
  CANCELADO: 'O pedido já foi cancelado',
  EXPIRADO: 'O prazo de pagamento do pedido acabou',
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
    const order = await this.repository.insert(this.#newOrder(itens, chaveIdempotencia));
    if (order) return this.#openOnce(order);
    const first = await this.repository.findByKey(chaveIdempotencia ?? '');
    if (!first) throw new ConflictException('O pedido anterior foi recusado. Tente de novo');
    if (!isDeepStrictEqual(first.itens, itens)) {
      throw new UnprocessableEntityException('Idempotency-Key já foi usada com outro pedido');
    }
    const isOpen = first.status !== 'PENDENTE' || first.pixCopiaECola !== null;
    return isOpen ? first : this.#openOnce(first);
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

  /** @throws ConflictException when the order is already paid or expired */
  async cancel(id: string): Promise<Order> {
    const order = await this.get(id);
    if (order.status === 'CANCELADO') return order;
    assertPending(order);
    await this.repository.beginCancel(id, new Date());
    await this.#cancelCharge(order);
    const cancelled = await this.repository.cancel(id);
    if (!cancelled) return assertCancelled(await this.get(id));
    this.#logger.log(`Order ${id} cancelled`);
    this.events.publish(cancelled);
    return cancelled;
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

  async #cancelCharge({ txid }: Order): Promise<void> {
    let isCancelled: boolean;
    try {
      isCancelled = await this.charges.cancel(txid);
    } catch (error) {
      this.settlement.wakeSoon();
      throw error;
    }
    if (isCancelled) return;
    this.settlement.wakeAt(new Date());
    throw new ConflictException(TOO_LATE.PAGO);
  }
}

/** @throws ConflictException with the final status, unless the order is pending */
export function assertPending({ status }: Order): void {
  if (status !== 'PENDENTE') throw new ConflictException(TOO_LATE[status]);
}

function assertCancelled(order: Order): Order {
  if (order.status !== 'CANCELADO') assertPending(order);
  return order;
}
