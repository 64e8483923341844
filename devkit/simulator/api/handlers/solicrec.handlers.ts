import type { SolicRecCompleta } from 'nestjs-pix';
import { cancelSolicRec, createSolicRec } from '../../domain/recurrence/solicrec.commands.js';
import { findSolicRec, planSolicRec } from '../../domain/recurrence/solicrec.transitions.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toRecPayload } from '../../domain/views/rec.view.js';
import { toSolicRec } from '../../domain/views/solicrec.view.js';
import type { SolicRecRecord } from '../../families/solicrec/solicrec.record.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const solicrecApi: TableApi<'solicrec'> = {
  handlers: solicrecHandlers,
  plan: (state) => {
    state.solicRecs.planWith({ plan: (request) => planSolicRec(state, request) });
  },
};

/** Handlers of the three operations of requests to confirm. */
function solicrecHandlers(state: SimulatorState): TableHandlers<'solicrec'> {
  return {
    'solicrec.create': ({ body }) => toResponse(state, createSolicRec(state, body)),

    'solicrec.get': ({ params }) => toResponse(state, findSolicRec(state, params)),

    // The body has been checked: its status is CANCELADA.
    'solicrec.revise': ({ params }) => {
      const request = findSolicRec(state, params);
      cancelSolicRec(state, request);
      return toResponse(state, request);
    },
  };
}

function toResponse(state: SimulatorState, request: SolicRecRecord): SolicRecCompleta {
  const rec = state.recs.get(request.idRec);
  if (rec === undefined) throw new Error(`${request.idSolicRec} has no recurrence.`);
  return toSolicRec(request, toRecPayload(state, rec));
}
