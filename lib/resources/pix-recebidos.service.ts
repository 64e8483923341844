import {
  iteratePages,
  type PixCaller,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  pixOperations,
  type Devolucao,
  type DevolucaoSolicitada,
  type Pix,
  type PixConsultados,
  type PixFilter,
} from '../contract/index.js';

/**
 * Received Pix and their refunds (`/pix`).
 */
export class PixRecebidosService {
  constructor(private readonly caller: PixCaller) {}

  /** Reads a received Pix with its refunds. */
  get(e2eid: string, options?: PixRequestOptions): Promise<Pix> {
    return this.caller.call(pixOperations.get, { params: { e2eid } }, options);
  }

  /** Reads one page of the Pix received in a period. */
  list(filter: PixFilter, options?: PixRequestOptions): Promise<PixConsultados> {
    return this.caller.call(pixOperations.list, { filter }, options);
  }

  /** Iterates over all Pix received in a period, with one page in memory at a time. */
  iterate(filter: PixFilter, options?: PixIterateOptions): AsyncIterable<Pix> {
    return iteratePages(this.caller, pixOperations.list, filter, options);
  }

  /**
   * Requests a full or partial refund, within 90 days. It ends as DEVOLVIDO or NAO_REALIZADO.
   *
   * @param id 1 to 35 letters and digits, unique for the e2eid; `generateDevolucaoId()` creates one
   */
  refund(
    e2eid: string,
    id: string,
    body: DevolucaoSolicitada,
    options?: PixRequestOptions,
  ): Promise<Devolucao> {
    return this.caller.call(pixOperations.refund, { params: { e2eid, id }, body }, options);
  }

  /** Reads a refund. */
  getRefund(e2eid: string, id: string, options?: PixRequestOptions): Promise<Devolucao> {
    return this.caller.call(pixOperations.getRefund, { params: { e2eid, id } }, options);
  }
}
