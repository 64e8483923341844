import { payCob } from '../../domain/payment/pay-charge.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { findCob } from './cob.handlers.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const pagbankApi: TableApi<'pagbank'> = {
  handlers: pagbankHandlers,
};

/** Handlers of the operations that PagBank offers in addition to the specification, in its sandbox. */
function pagbankHandlers(state: SimulatorState): TableHandlers<'pagbank'> {
  return {
    'pagbank.payCob': ({ params }) => {
      payCob(state, findCob(state, params));
    },
  };
}
