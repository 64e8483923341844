import { randomUUID } from 'node:crypto';
import { ConflictException, Inject, Injectable, Logger, NotFoundException } from '@nestjs/common';
import { generateTxid } from 'nestjs-pix';
import type { Order, OrderStatus } from '../database/schema.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { ShopSettings } from '../settings/settings.js';
import { ChargesService, isUnknown } from './charges.service.js';
import type { CreateOrderDto } from './create-order.dto.js';
import { OrderEvents } from './order-events.js';
import { OrderExpiry } from './order-expiry.js';
import { OrdersRepository } from './orders.repository.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const TOO_LATE: Readonly<Record<Exclude<OrderStatus, 'PENDENTE'>, string>> = {
  PAGO: 'O pedido já foi pago',
  CANCELADO: 'O pedido já foi cancelado',
  EXPIRADO: 'O prazo de pagamento do pedido acabou',
};

/** The life of an order, from its creation to one of its three ends. */
@Injectable()
export class OrdersService {
  private readonly logger = new Logger('Orders');

  constructor(
    private readonly repository: OrdersRepository,
    private readonly charges: ChargesService,
    private readonly events: OrderEvents,
    private readonly expiry: OrderExpiry,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  /**
   * Stores the order, then opens its charge: should the process or the provider fail between the
   * two, the stored txid tells what to look for.
   */
  async create({ valor, descricao }: CreateOrderDto): Promise<Order> {
    const criadoEm = new Date();
    const order = await this.repository.insert({
      id: randomUUID(),
      txid: generateTxid(),
      valor: withoutLeadingZeros(valor),
      descricao,
      criadoEm,
      expiraEm: new Date(criadoEm.getTime() + this.settings.orderExpiration * 1000),
    });
    try {
      return await this.openCharge(order);
    } catch (error) {
      if (isUnknown(error)) {
        // It may exist, so its txid is kept; nobody saw its QR Code, and it expires like any other.
        this.logger.error(`Order ${order.id}: whether charge ${order.txid} exists is not known`);
        this.expiry.wakeAt(order.expiraEm);
      } else {
        await this.repository.remove(order.id);
      }
      throw error;
    }
  }

  /** @throws {NotFoundException} for an unknown id */
  async get(id: string): Promise<Order> {
    const order = await this.find(id);
    if (!order) throw new NotFoundException('Pedido não encontrado');
    return order;
  }

  /** An order past its time reads as expired, however late the timer is. */
  async find(id: string): Promise<Order | undefined> {
    if (!UUID.test(id)) return undefined;
    const order = await this.repository.find(id);
    if (order?.status !== 'PENDENTE' || order.expiraEm > new Date()) return order;
    await this.expiry.sweep();
    return this.repository.find(id);
  }

  /** @throws {ConflictException} when the order is already paid or expired */
  async cancel(id: string): Promise<Order> {
    const order = await this.get(id);
    if (order.status === 'CANCELADO') return order;
    assertPending(order);
    if (!(await this.charges.cancel(order.txid))) throw new ConflictException(TOO_LATE.PAGO);
    const canceled = await this.repository.cancel(id);
    if (!canceled) return assertCanceled(await this.get(id));
    this.logger.log(`Order ${id} canceled`);
    this.events.publish(canceled);
    return canceled;
  }

  /**
   * A notification says that `txid` was paid. The provider is asked before it is believed; an error
   * of the provider leaves the notification unanswered, so that it comes again.
   */
  async settle(txid: string, endToEndId: string): Promise<void> {
    const payment = await this.charges.confirmPayment(txid, endToEndId);
    if (!payment) {
      this.logger.warn(`Payment ${endToEndId} of charge ${txid} is not known to the provider`);
      return;
    }
    const { outcome, order } = await this.repository.apply(payment);
    if (outcome === 'APLICADO' && order) {
      this.logger.log(`Order ${order.id} paid`);
      this.events.publish(order);
    } else if (outcome !== 'JA_REGISTRADO') {
      this.logger.warn(
        `Payment ${endToEndId} of charge ${txid} was recorded as ${outcome}: ` +
          `order ${order?.id ?? 'unknown'} is ${order?.status ?? 'not here'}, consider a refund`,
      );
    }
  }

  private async openCharge(order: Order): Promise<Order> {
    const charge = await this.charges.open(order);
    const opened = await this.repository.confirm(order.id, charge);
    if (!opened) throw new NotFoundException('Pedido não encontrado');
    this.logger.log(`Order ${order.id} waits for payment of charge ${order.txid}`);
    this.expiry.wakeAt(opened.expiraEm);
    return opened;
  }
}

/** @throws {ConflictException} that says how the order ended */
export function assertPending({ status }: Order): void {
  if (status !== 'PENDENTE') throw new ConflictException(TOO_LATE[status]);
}

function assertCanceled(order: Order): Order {
  if (order.status !== 'CANCELADO') assertPending(order);
  return order;
}

/** As the database returns it, so that amounts compare as text. */
function withoutLeadingZeros(valor: string): string {
  return valor.replace(/^0+(?=\d)/, '');
}
