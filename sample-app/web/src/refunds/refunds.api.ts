import type { RefundView } from '../../../src/refunds/refund.view.js';
import { call, url } from '../api/call.js';

export const refundsApi = {
  /** @param key the same for a repeat, which then makes no second refund */
  create: (endToEndId: string, valor: string, key: string) =>
    call<RefundView>(url`/api/admin/payments/${endToEndId}/refunds`, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: { valor },
    }),
};
