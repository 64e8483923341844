import type { ListFilter } from '../store/list-reply.js';
import type { CobRecord } from './cob.record.js';

/** Filter of `GET /cob`, checked. */
export interface CobFilter extends ListFilter {
  cpf?: string;
  cnpj?: string;
  status?: string;
  locationPresente?: boolean;
}

/** Whether a charge passes the filter; `undefined` when the filter leaves none out. */
export function cobMatcher({
  cpf,
  cnpj,
  status,
  locationPresente,
}: CobFilter): ((record: CobRecord) => boolean) | undefined {
  if (cpf ?? cnpj ?? status ?? locationPresente) return match;
  return locationPresente === undefined ? undefined : match;

  function match({ conteudo, loc }: CobRecord): boolean {
    return (
      (cpf === undefined || conteudo.devedor?.cpf === cpf) &&
      (cnpj === undefined || conteudo.devedor?.cnpj === cnpj) &&
      (status === undefined || conteudo.status === status) &&
      (locationPresente === undefined || (loc !== undefined) === locationPresente)
    );
  }
}
