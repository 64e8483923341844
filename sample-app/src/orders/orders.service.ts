import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  Inject,
  Injectable,
  NotFoundException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { eq } from 'drizzle-orm';
import { OnPixCharge, PixLedger, type PixCharge, type PixLedgerContext } from 'nestjs-pix/ledger';
import { type Item, quote } from '../catalogue/catalogue.js';
import { findStatus } from '../charges/charge.view.js';
import { orConflict } from '../charges/or-conflict.js';
import { UUID } from '../database/columns.js';
import { Database } from '../database/database.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { type Delivery, type Order, orders } from './orders.table.js';

/** Seconds that a customer waits for the QR Code. The page shows it later otherwise. */
const WAIT = 5;

/** An order and its charge. */
export interface ChargedOrder {
  readonly order: Order;
  readonly charge: PixCharge;
}

/** Orders that are paid with an immediate charge. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly database: Database,
    private readonly ledger: PixLedger,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  /**
   * Creates an order and its charge: both rows are committed together, and the ledger creates the charge at the bank.
   *
   * @param key the same for a repeat, which returns the order of the first request
   * @throws UnprocessableEntityException when the key was used for other items
   */
  async create(itens: readonly Item[], key?: string): Promise<ChargedOrder> {
    const { valor, descricao } = quote(itens);
    const created = await this.database.orm.transaction(async (tx) => {
      const row = { id: randomUUID(), itens, descricao, valor, chaveIdempotencia: key };
      const [order] = await tx.insert(orders).values(row).onConflictDoNothing().returning();
      if (!order) return undefined;
      await this.ledger.in(tx).open({
        id: order.id,
        cob: {
          calendario: { expiracao: this.settings.orderExpiration },
          valor: { original: valor },
          solicitacaoPagador: descricao,
        },
      });
      return order;
    });
    const order = created ?? (await this.#findRepeated(itens, key));
    return { order, charge: await this.ledger.ready(order.id, { within: WAIT }) };
  }

  /** The parcel may leave, once: the transaction also completes the notice of the ledger. */
  @OnPixCharge('paid')
  async paid(charge: PixCharge, context: PixLedgerContext): Promise<void> {
    await this.#deliver(charge, context, 'LIBERADA');
  }

  /** The customer has the money back, so the parcel stays. */
  @OnPixCharge('refunded')
  async refunded(charge: PixCharge, context: PixLedgerContext): Promise<void> {
    // A payment that came too late released no parcel.
    if (charge.state !== 'paid' || findStatus(charge) !== 'DEVOLVIDO') return;
    await this.#deliver(charge, context, 'SUSPENSA');
  }

  /** @throws NotFoundException for an unknown id */
  async get(id: string): Promise<ChargedOrder> {
    const rows = UUID.test(id)
      ? await this.database.orm.select().from(orders).where(eq(orders.id, id))
      : [];
    const [order] = rows;
    const charge = order && (await this.ledger.get(order.id));
    if (!charge) throw new NotFoundException('Pedido não encontrado');
    return { order, charge };
  }

  /**
   * Asks the bank to remove the charge. It may still be paid until then.
   *
   * @throws NotFoundException for an unknown id
   * @throws ConflictException when the order is paid or has ended
   */
  async cancel(id: string): Promise<ChargedOrder> {
    const { order } = await this.get(id);
    const command = this.database.orm.transaction((tx) => this.ledger.in(tx).cancel(order.id));
    return { order, charge: await orConflict(command, 'O pedido não espera mais o pagamento') };
  }

  async #deliver({ id, kind }: PixCharge, context: PixLedgerContext, entrega: Delivery) {
    // The ledger also reports invoices and subscriptions.
    if (kind !== 'cob') return;
    await this.database.orm.transaction(async (tx) => {
      await context.completeIn(tx);
      await tx.update(orders).set({ entrega }).where(eq(orders.id, id));
    });
  }

  async #findRepeated(itens: readonly Item[], key = ''): Promise<Order> {
    const [first] = await this.database.orm
      .select()
      .from(orders)
      .where(eq(orders.chaveIdempotencia, key));
    if (first && isDeepStrictEqual(first.itens, itens)) return first;
    throw new UnprocessableEntityException('Idempotency-Key já foi usada com outro pedido');
  }
}
