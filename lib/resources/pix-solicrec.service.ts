import { findCandidates, type PixCaller, type PixRequestOptions } from '../client/index.js';
import {
  solicrecOperations,
  type SolicRecCompleta,
  type SolicRecRevisada,
  type SolicRecSolicitada,
} from '../contract/index.js';

/**
 * Requests to confirm a recurrence (`/solicrec`): they ask the payer in the application of his bank.
 */
export class PixSolicRecService {
  constructor(private readonly caller: PixCaller) {}

  /** Sends a request under an idSolicRec that the provider chooses. */
  create(body: SolicRecSolicitada, options?: PixRequestOptions): Promise<SolicRecCompleta> {
    return this.caller.call(solicrecOperations.create, { body }, options);
  }

  /**
   * Searches for the requests of a recurrence that hold what was sent and may have been left by a {@link create} whose
   * outcome is unknown.
   *
   * @returns the requests, in the order of the provider; empty when there is none
   */
  findCandidates(
    body: SolicRecSolicitada,
    options?: PixRequestOptions,
  ): Promise<SolicRecCompleta[]> {
    return findCandidates(this.caller, solicrecOperations.create, body, {}, options);
  }

  /** Revises a request: CANCELADA is the only status it accepts. */
  revise(
    idSolicRec: string,
    body: SolicRecRevisada,
    options?: PixRequestOptions,
  ): Promise<SolicRecCompleta> {
    return this.caller.call(solicrecOperations.revise, { params: { idSolicRec }, body }, options);
  }

  /** Withdraws a request: revises its status to CANCELADA. */
  cancel(idSolicRec: string, options?: PixRequestOptions): Promise<SolicRecCompleta> {
    return this.revise(idSolicRec, { status: 'CANCELADA' }, options);
  }

  /** Reads a request. */
  get(idSolicRec: string, options?: PixRequestOptions): Promise<SolicRecCompleta> {
    return this.caller.call(solicrecOperations.get, { params: { idSolicRec } }, options);
  }
}
