import type { Paginacao } from 'nestjs-pix';
import type { ParametrosConsultaPixDto } from 'nestjs-pix/dto';
import { DEFAULT_PAGE_SIZE, parseInstant } from 'nestjs-pix/spec';
import { CobVRecord, type PayableRecord, type PixRecord } from '../families/charges.js';
import type { FieldReaders } from '../kernel/field-index.js';
import type { TimeIndex } from '../kernel/time-index.js';

/** Filter fields of every list (schemas `Inicio`, `Fim`, `Paginacao`). */
interface ListFilter {
  inicio?: string | Date;
  fim?: string | Date;
  paginaAtual?: number;
  itensPorPagina?: number;
}

/** Fields of a filter that are shown below `paginacao`. */
const PAGE_FIELDS = new Set(['paginaAtual', 'itensPorPagina']);

/** `parametros` of a list: the filter as it was sent, except for page fields and `convenio`, and the page. */
type ListParametros<Filter> = Omit<
  Filter,
  'inicio' | 'fim' | 'paginaAtual' | 'itensPorPagina' | 'convenio'
> & { inicio: string; fim: string; paginacao: Paginacao; recebedor?: { convenio: string } };

/** Builds the `parametros` of a list. A `convenio` is shown below `recebedor`. */
function toParametros<Filter extends ListFilter & { convenio?: string }>(
  filter: Filter,
  paginacao: Paginacao,
): ListParametros<Filter> {
  const { convenio, ...shown } = filter;
  const criteria = Object.entries(shown).filter(([name]) => !PAGE_FIELDS.has(name));
  return {
    ...Object.fromEntries(criteria),
    ...(convenio !== undefined && { recebedor: { convenio } }),
    paginacao,
  } as ListParametros<Filter>;
}

/**
 * Selects a page of a period, in chronological order. Without instants, the period includes all records. Without
 * `matches`, the cost depends only on the size of the page, not on the number of records.
 */
export function selectPage<T, Filter extends ListFilter>(
  index: TimeIndex<T>,
  filter: Filter,
  matches?: (item: T) => boolean,
): { readonly items: T[]; readonly parametros: ListParametros<Filter> } {
  const { inicio, fim, paginaAtual = 0, itensPorPagina = DEFAULT_PAGE_SIZE } = filter;
  const [from, to] = index.range(
    inicio === undefined ? -Infinity : parseInstant(inicio),
    fim === undefined ? Infinity : parseInstant(fim),
  );
  const start = paginaAtual * itensPorPagina;
  const end = start + itensPorPagina;
  const matching = matches && index.slice(from, to).filter(matches);
  const total = matching?.length ?? to - from;
  return {
    items:
      matching?.slice(start, end) ??
      index.slice(Math.min(from + start, to), Math.min(from + end, to)),
    parametros: toParametros(filter, {
      paginaAtual,
      itensPorPagina,
      quantidadeDePaginas: Math.max(1, Math.ceil(total / itensPorPagina)),
      quantidadeTotalDeItens: total,
    }),
  };
}

/** The fields of charges by which lists are filtered. */
export const chargeFields = {
  cpf: ({ conteudo: { devedor } }) => devedor?.cpf,
  cnpj: ({ conteudo: { devedor } }) => devedor?.cnpj,
  status: ({ conteudo }) => conteudo.status,
  locationPresente: ({ loc }) => loc !== undefined,
  loteCobVId: (charge) => charge instanceof CobVRecord && charge.loteId,
} satisfies FieldReaders<PayableRecord>;

/** The fields of payments by which `GET /pix` is filtered. */
export const pixFields = {
  txid: ({ txid }) => txid,
  txIdPresente: ({ txid }) => txid !== undefined,
  devolucaoPresente: ({ devolucoes }) => devolucoes.length > 0,
  cpf: ({ pagador }) => pagador?.cpf,
  cnpj: ({ pagador }) => pagador?.cnpj,
} satisfies FieldReaders<PixRecord>;

/** Builds a predicate for payments. Returns `undefined` if the filter has no criteria. */
export function buildPixMatcher(filter: Partial<ParametrosConsultaPixDto>) {
  const wanted = new Map<string, unknown>(Object.entries(filter));
  const given = Object.entries(pixFields).filter(([name]) => wanted.get(name) !== undefined);
  if (given.length === 0) return undefined;
  return (pix: PixRecord) => given.every(([name, read]) => read(pix) === wanted.get(name));
}
