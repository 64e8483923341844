import type { ListFilter } from './list-reply.js';

/** The checked filter fields that `GET /cob` and `GET /cobv` share. */
export interface ChargeFilter extends ListFilter {
  cpf?: string;
  cnpj?: string;
  status?: string;
  locationPresente?: boolean;
}

interface Filtered {
  readonly conteudo: {
    readonly status: string;
    readonly devedor?: { readonly cpf?: string; readonly cnpj?: string };
  };
  readonly loc: object | undefined;
}

/** Builds a predicate for charges. Returns `undefined` if the filter has no criteria. */
export function buildChargeMatcher({
  cpf,
  cnpj,
  status,
  locationPresente,
}: ChargeFilter): ((record: Filtered) => boolean) | undefined {
  const criteria = [cpf, cnpj, status, locationPresente];
  if (criteria.every((criterion) => criterion === undefined)) return undefined;
  return ({ conteudo, loc }) =>
    (cpf === undefined || conteudo.devedor?.cpf === cpf) &&
    (cnpj === undefined || conteudo.devedor?.cnpj === cnpj) &&
    (status === undefined || conteudo.status === status) &&
    (locationPresente === undefined || (loc !== undefined) === locationPresente);
}
