import { Injectable, Optional } from '@nestjs/common';
import { StatusEvents } from '../orders/order-events.js';
import { ChangeBroadcast } from '../redis/change-broadcast.js';
import type { Invoice } from './invoices.schema.js';

/** Changes of invoices. */
@Injectable()
export class InvoiceEvents extends StatusEvents<Invoice> {
  constructor(@Optional() broadcast?: ChangeBroadcast) {
    super();
    broadcast?.share('invoices', this);
  }
}
