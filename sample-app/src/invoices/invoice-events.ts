import { Injectable, Optional } from '@nestjs/common';
import type { Invoice } from '../database/schema.js';
import { StatusEvents } from '../orders/order-events.js';
import { ChangeBroadcast } from '../redis/change-broadcast.js';

/** Changes of invoices. */
@Injectable()
export class InvoiceEvents extends StatusEvents<Invoice> {
  constructor(@Optional() broadcast?: ChangeBroadcast) {
    super();
    broadcast?.share('invoices', this);
  }
}
