import type { Paginacao } from 'nestjs-pix';
import type { ParametrosConsultaPixDto } from 'nestjs-pix/dto';
import { DEFAULT_PAGE_SIZE, parseInstant } from 'nestjs-pix/spec';
import type { PixRecord } from '../families/charges.js';
import type { TimeIndex } from '../kernel/records.js';

/** Filter fields of every list (schemas `Inicio`, `Fim`, `Paginacao`). */
interface ListFilter {
  inicio?: string | Date;
  fim?: string | Date;
  paginaAtual?: number;
  itensPorPagina?: number;
}

/** Fields of a filter that are shown below `paginacao`. */
const PAGE_FIELDS = new Set(['paginaAtual', 'itensPorPagina']);

/** Converts a filter to a page request. Without instants, the period includes all records. */
export function toPageRequest({
  inicio,
  fim,
  paginaAtual = 0,
  itensPorPagina = DEFAULT_PAGE_SIZE,
}: ListFilter): PageRequest {
  return {
    inicio: inicio === undefined ? -Infinity : parseInstant(inicio),
    fim: fim === undefined ? Infinity : parseInstant(fim),
    paginaAtual,
    itensPorPagina,
  };
}

/** `parametros` of a list: the filter as it was sent, except for page fields and `convenio`, and the page. */
type ListParametros<Filter> = Omit<
  Filter,
  'inicio' | 'fim' | 'paginaAtual' | 'itensPorPagina' | 'convenio'
> & { inicio: string; fim: string; paginacao: Paginacao; recebedor?: { convenio: string } };

/** Builds the `parametros` of a list. A `convenio` is shown below `recebedor`. */
export function toParametros<Filter extends ListFilter & { convenio?: string }>(
  filter: Filter,
  { paginacao }: Page<unknown>,
): ListParametros<Filter> {
  const { convenio, ...shown } = filter;
  const criteria = Object.entries(shown).filter(([name]) => !PAGE_FIELDS.has(name));
  return {
    ...Object.fromEntries(criteria),
    ...(convenio !== undefined && { recebedor: { convenio } }),
    paginacao,
  } as ListParametros<Filter>;
}

/** A requested page of a period. */
interface PageRequest {
  /** Instants in milliseconds since the epoch, both inclusive. */
  readonly inicio: number;
  readonly fim: number;
  readonly paginaAtual: number;
  readonly itensPorPagina: number;
}

interface Page<T> {
  readonly items: T[];
  readonly paginacao: Paginacao;
}

/**
 * Selects a page of a period, in chronological order. Without `matches`, the cost depends only on
 * the size of the page, not of the store.
 */
export function selectPage<T>(
  index: TimeIndex<T>,
  request: PageRequest,
  matches?: (item: T) => boolean,
): Page<T> {
  const [from, to] = index.range(request.inicio, request.fim);
  const start = request.paginaAtual * request.itensPorPagina;
  const end = start + request.itensPorPagina;
  if (matches === undefined) {
    const items = index.slice(Math.min(from + start, to), Math.min(from + end, to));
    return { items, paginacao: toPaginacao(request, to - from) };
  }
  const matching = index.slice(from, to).filter(matches);
  return {
    items: matching.slice(start, end),
    paginacao: toPaginacao(request, matching.length),
  };
}

function toPaginacao({ paginaAtual, itensPorPagina }: PageRequest, total: number): Paginacao {
  return {
    paginaAtual,
    itensPorPagina,
    quantidadeDePaginas: Math.max(1, Math.ceil(total / itensPorPagina)),
    quantidadeTotalDeItens: total,
  };
}

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

/** The filter fields that select payments, without the period. */
type PixListFilter = Pick<
  ParametrosConsultaPixDto,
  'txid' | 'txIdPresente' | 'devolucaoPresente' | 'cpf' | 'cnpj'
>;

/** Builds a predicate for payments (`GET /pix`). Returns `undefined` if the filter has no criteria. */
export function buildPixMatcher({
  txid,
  txIdPresente,
  devolucaoPresente,
  cpf,
  cnpj,
}: PixListFilter): ((record: PixRecord) => boolean) | undefined {
  const criteria = [txid, txIdPresente, devolucaoPresente, cpf, cnpj];
  if (criteria.every((criterion) => criterion === undefined)) return undefined;
  return (record) =>
    (txid === undefined || record.txid === txid) &&
    (txIdPresente === undefined || (record.txid !== undefined) === txIdPresente) &&
    (devolucaoPresente === undefined || record.devolucoes.length > 0 === devolucaoPresente) &&
    (cpf === undefined || record.pagador?.cpf === cpf) &&
    (cnpj === undefined || record.pagador?.cnpj === cnpj);
}
