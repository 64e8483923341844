import { findCandidates, type PixCaller, type PixRequestOptions } from '../client/index.js';
import {
  solicrecOperations,
  type SolicRecCompleta,
  type SolicRecRevisada,
  type SolicRecSolicitada,
} from '../contract/index.js';

/**
 * Requests to confirm a recurrence (`/solicrec`), which payers receive in their bank's application.
 */
export class PixSolicRecService {
  constructor(private readonly caller: PixCaller) {}

  /** Sends a request under an idSolicRec that the provider chooses. */
  create(body: SolicRecSolicitada, options?: PixRequestOptions): Promise<SolicRecCompleta> {
    return this.caller.call(solicrecOperations.create, { body }, options);
  }

  /**
   * Searches for the requests of a recurrence that contain everything that was sent and may come
   * from a {@link create} with an unknown outcome.
   *
   * @returns the requests in the order of the provider; empty if there are none
   */
  findCandidates(
    body: SolicRecSolicitada,
    options?: PixRequestOptions,
  ): Promise<SolicRecCompleta[]> {
    return findCandidates(this.caller, solicrecOperations.create, body, {}, options);
  }

  /** Revises the status of a request; only CANCELADA is accepted. */
  revise(
    idSolicRec: string,
    body: SolicRecRevisada,
    options?: PixRequestOptions,
  ): Promise<SolicRecCompleta> {
    return this.caller.call(solicrecOperations.revise, { params: { idSolicRec }, body }, options);
  }

  /** Cancels a request by revising its status to CANCELADA. */
  cancel(idSolicRec: string, options?: PixRequestOptions): Promise<SolicRecCompleta> {
    return this.revise(idSolicRec, { status: 'CANCELADA' }, options);
  }

  /** Reads a request. */
  get(idSolicRec: string, options?: PixRequestOptions): Promise<SolicRecCompleta> {
    return this.caller.call(solicrecOperations.get, { params: { idSolicRec } }, options);
  }
}
