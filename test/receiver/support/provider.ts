import type { Pix, PixFilter } from '../../../lib/contract/index.js';
import {
  PixConexaoException,
  PixRecursoNaoEncontradoException,
} from '../../../lib/errors/index.js';
import type {
  PixRecebidosIterateOptions,
  PixRecebidosSource,
} from '../../../lib/receiver/index.js';

/** The Pix that a provider has received, as an application reads them. */
export class Provider implements PixRecebidosSource {
  readonly received: Pix[] = [];
  readonly read: string[] = [];
  readonly listed: PixFilter[] = [];
  reachable = true;
  /** Runs before each listing. */
  beforeListing: () => unknown = () => undefined;

  async get(e2eid: string): Promise<Pix> {
    this.read.push(e2eid);
    this.#connect();
    const pix = this.received.find(({ endToEndId }) => endToEndId === e2eid);
    if (!pix) throw notFound();
    return structuredClone(pix);
  }

  async *iterate(filter: PixFilter, options?: PixRecebidosIterateOptions): AsyncIterable<Pix> {
    this.listed.push(filter);
    await this.beforeListing();
    this.#connect();
    const [inicio, fim] = [filter.inicio, filter.fim].map((text) => new Date(text));
    options?.onPage?.({ quantidadeDePaginas: undefined });
    for (const pix of this.received) {
      const time = new Date(pix.horario);
      if (time < inicio! || time > fim!) continue;
      if (filter.txIdPresente === true && pix.txid === undefined) continue;
      if (filter.devolucaoPresente === true && !pix.devolucoes) continue;
      yield structuredClone(pix);
    }
  }

  #connect(): void {
    if (!this.reachable) throw new PixConexaoException({ title: 'Sem conexão' });
  }
}

function notFound(): Error {
  return new PixRecursoNaoEncontradoException({
    type: 'https://pix.bcb.gov.br/api/v2/error/PixNaoEncontrado',
    title: 'Não encontrado',
    status: 404,
    detail: 'Pix não encontrado',
  });
}
