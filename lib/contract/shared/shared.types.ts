import type { Plain } from './body.js';
import type { ConsultaDto, DevedorRecorrenciaDto, InfoAdicionalDto } from './shared.dto.js';

/**
 * One of the listed texts, or another one. The specification may add enumeration values without a
 * new version, so a response is never refused because of one. Editors suggest the listed texts.
 */
export type Open<Known extends string> = Known | (string & {});

/** A status of a record with the instant at which it was set. */
export interface Atualizacao<Status extends string> {
  /** The status. */
  status: Status;
  /** When the status was set, RFC 3339. */
  data: string;
}

/** Who requested a cancellation: the provider (`PSP`) or the user of the payer or receiver. */
export type Solicitante = Open<
  'PSP_PAGADOR' | 'USUARIO_PAGADOR' | 'PSP_RECEBEDOR' | 'USUARIO_RECEBEDOR'
>;

/**
 * Status of the record of a charge, not of the debt: an expired or overdue charge remains `ATIVA`
 * (BCB schema `CobrancaStatus`; docs/interface.md#states).
 */
export type CobrancaStatus = Open<
  'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'
>;

/** An additional line that the payer's app shows. */
export type InfoAdicional = Plain<InfoAdicionalDto>;

/** The fields of every charge (BCB schema `CobBaseCopiaCola`). */
export interface CobBaseCopiaCola {
  /** Pix key of the receiver. */
  chave: string;
  /** Text that the payer's app shows, at most 140 characters. */
  solicitacaoPagador?: string;
  /** Additional lines that the payer's app shows. */
  infoAdicionais?: InfoAdicional[];
  /** Text of the BR Code (Pix Copia e Cola). */
  pixCopiaECola?: string;
}

/** The position of a page in its list (BCB schema `Paginacao`). */
export interface Paginacao {
  /** Number of this page, from 0. */
  paginaAtual: number;
  /** Maximum number of items per page. */
  itensPorPagina: number;
  /** Number of pages. */
  quantidadeDePaginas: number;
  /** Number of items in all pages. */
  quantidadeTotalDeItens: number;
}

/** The fields that every list returns of its filter. */
export interface ParametrosConsulta {
  /** Start of the period, RFC 3339. */
  inicio: string;
  /** End of the period, RFC 3339. */
  fim: string;
  /** The position of the page. */
  paginacao: Paginacao;
}

/** The filter of a list, as returned with the list. */
export type FiltroAplicado<Filter extends ConsultaDto> = ParametrosConsulta &
  Omit<Filter, keyof ConsultaDto | 'status'> &
  ('status' extends keyof Filter ? { /** The requested status. */ status?: string } : unknown);

/** A person (BCB schema `PessoaFisica`). */
export interface PessoaFisica {
  /** CPF, 11 digits. */
  cpf: string;
  /** Never present: distinguishes a person from a company in the type {@link Pessoa}. */
  cnpj?: never;
  /** Name of the person. */
  nome: string;
}

/** A company (BCB schema `PessoaJuridica`). */
export interface PessoaJuridica {
  /** Never present: distinguishes a company from a person in the type {@link Pessoa}. */
  cpf?: never;
  /** CNPJ, 14 characters. */
  cnpj: string;
  /** Name of the company. */
  nome: string;
}

/** A person (with `cpf`) or a company (with `cnpj`). */
export type Pessoa = PessoaFisica | PessoaJuridica;

/** Postal address (BCB schema `DadosComplementaresPessoa`). */
export type DadosComplementaresPessoa = Omit<DevedorRecorrenciaDto, 'email'>;

/** A violation reported in a problem (BCB schema `Violacao`). */
export interface PixProblemaViolacao {
  /** Why the property was refused. */
  razao?: string;
  /** Path of the property. */
  propriedade?: string;
  /** The refused value. */
  valor?: string;
}

/** A problem as defined by RFC 7807 (BCB schema `Problema`). */
export interface PixProblema {
  /** URI that identifies the kind of problem. */
  type: string;
  /** Short description of the kind of problem. */
  title: string;
  /** HTTP status of the response. */
  status: number;
  /** Details of this occurrence. */
  detail?: string;
  /** Identifier of this occurrence for the provider's support. */
  correlationId?: string;
  /** The violations of the request. */
  violacoes?: PixProblemaViolacao[];
}

/**
 * Whether a failed settlement may be retried: not at all, or 3 times within 7 days
 * (docs/interface.md#limits).
 */
export type PoliticaRetentativa = 'NAO_PERMITE' | 'PERMITE_3R_7D';

/** The interval of the charges of a recurrence. */
export type RecPeriodicidade = 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL';

/** Status of a recurrence (BCB schema `RecStatus`; docs/interface.md#states). */
export type RecStatus = Open<'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA'>;

/** Status of a recurring charge (BCB schema `CobRStatus`; docs/interface.md#states). */
export type CobRStatus = Open<
  'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA'
>;

/** Kind of charge at a location. */
export type TipoCob = 'cob' | 'cobv';

/** An auxiliary charge model that no operation uses (docs/decisions.md D17). */
export interface Cobranca {
  /** Transaction identifier, 26 to 35 letters and digits. */
  txid: string;
  /** The amount. */
  valor: number;
  /** Status of the charge. */
  status: string;
  /** Pix key of the receiver. */
  chave: string;
}
