import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { findRec } from './rec.handlers.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const itauApi: TableApi<'itau'> = {
  handlers: itauHandlers,
};

/** Handlers of the operations that Itaú offers in addition to the specification. */
function itauHandlers(state: SimulatorState): TableHandlers<'itau'> {
  return {
    'itau.getDadosPagador': ({ params }) => {
      const { idRec, status, pagador } = findRec(state, params);
      return { idRec, status, ...(pagador && { pagador: { ...pagador } }) };
    },
  };
}
