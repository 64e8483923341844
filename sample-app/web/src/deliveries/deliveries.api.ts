import type { DeadLettersView } from '../../../src/backoffice/deliveries/dead-letter.view.js';
import type { DeliveryView } from '../../../src/backoffice/deliveries/delivery.view.js';
import { call, url } from '../api/call.js';

export const deliveriesApi = {
  path: '/api/admin/deliveries',
  replay: (id: number) =>
    call<DeliveryView>(url`/api/admin/deliveries/${id}/replay`, { method: 'POST' }),
  deadLetters: (signal: AbortSignal) =>
    call<DeadLettersView>('/api/admin/dead-letters', { signal }),
  /** Puts an event into the queue again. */
  retry: (chave: string) =>
    call<undefined>(url`/api/admin/dead-letters/${chave}/retry`, { method: 'POST' }),
};
