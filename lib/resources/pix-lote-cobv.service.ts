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
 * Batches of due-date charges (`/lotecobv`). The provider takes a batch and works it off: read it to see what became of
 * each charge.
 */
export class PixLoteCobVService {
  constructor(private readonly caller: PixCaller) {}

  /** Creates a batch under an identifier of one's own. The answer (202) is empty. */
  create(id: string | number, body: LoteCobVBody, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(lotecobvOperations.create, { params: { id }, body }, options);
  }

  /** Revises charges of a batch. The answer (202) is empty. */
  revise(
    id: string | number,
    body: LoteCobVBodyRevisado,
    options?: PixRequestOptions,
  ): Promise<void> {
    return this.caller.call(lotecobvOperations.revise, { params: { id }, body }, options);
  }

  /** Reads a batch with the status of each charge, and its problem where it was refused. */
  get(id: string | number, options?: PixRequestOptions): Promise<LoteCobVConsultado> {
    return this.caller.call(lotecobvOperations.get, { params: { id } }, options);
  }

  /** One page of the batches created in a period. */
  list(filter: ConsultaFilter, options?: PixRequestOptions): Promise<LotesCobVConsultados> {
    return this.caller.call(lotecobvOperations.list, { filter }, options);
  }

  /** All batches created in a period, holding one page at a time. */
  iterate(filter: ConsultaFilter, options?: PixIterateOptions): AsyncIterable<LoteCobVConsultado> {
    return iteratePages(this.caller, lotecobvOperations.list, filter, options);
  }
}
