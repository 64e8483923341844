import {
  iteratePages,
  type PixCaller,
  type PixIterateOptions,
  type PixRequestOptions,
} from '../client/index.js';
import {
  lotecobvOperations,
  type ConsultaFilter,
  type LoteCobVBody,
  type LoteCobVBodyRevisado,
  type LoteCobVConsultado,
  type LotesCobVConsultados,
} from '../contract/index.js';

/**
 * Batches of due-date charges (`/lotecobv`). The provider accepts a batch and processes it later;
 * read it for the result of each charge.
 */
export class PixLoteCobVService {
  constructor(private readonly caller: PixCaller) {}

  /** Creates a batch under an identifier that you choose. The response (202) is empty. */
  create(id: string | number, body: LoteCobVBody, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(lotecobvOperations.create, { params: { id }, body }, options);
  }

  /** Revises charges of a batch. The response (202) is empty. */
  revise(
    id: string | number,
    body: LoteCobVBodyRevisado,
    options?: PixRequestOptions,
  ): Promise<void> {
    return this.caller.call(lotecobvOperations.revise, { params: { id }, body }, options);
  }

  /** Reads a batch with the status of each charge, and the problem of each refused one. */
  get(id: string | number, options?: PixRequestOptions): Promise<LoteCobVConsultado> {
    return this.caller.call(lotecobvOperations.get, { params: { id } }, options);
  }

  /** Reads one page of the batches created in a period. */
  list(filter: ConsultaFilter, options?: PixRequestOptions): Promise<LotesCobVConsultados> {
    return this.caller.call(lotecobvOperations.list, { filter }, options);
  }

  /** Iterates over all batches created in a period, with one page in memory at a time. */
  iterate(filter: ConsultaFilter, options?: PixIterateOptions): AsyncIterable<LoteCobVConsultado> {
    return iteratePages(this.caller, lotecobvOperations.list, filter, options);
  }
}
