import { Injectable } from '@nestjs/common';
import { OnPixRecebido, type Pix } from 'nestjs-pix';
import { OrdersService } from '../orders/orders.service.js';

/** The one way that an order becomes paid. */
@Injectable()
export class PaymentHandler {
  constructor(private readonly orders: OrdersService) {}

  @OnPixRecebido()
  async onPixRecebido({ txid, endToEndId }: Pix): Promise<void> {
    if (txid !== undefined) await this.orders.settle(txid, endToEndId);
  }
}
