import { MAX_TEXT_LENGTH } from '../../values/index.js';
import {
  ChoiceField,
  compose,
  IntegerField,
  ListField,
  Must,
  NestedField,
  TextField,
} from '../validation/fields.js';
import {
  CpfField,
  EitherCnpjField,
  EitherCpfField,
  ITEMS,
  NotBefore,
  PAGE,
  QueryInstantField,
  QueryIntegerField,
} from './fields.js';

/** Selects a page of a list (BCB schema `Paginacao`). */
export class PaginaDto {
  /** Page, from 0. If omitted, the provider returns the first. */
  @QueryIntegerField('Página, a partir de 0.', PAGE)
  paginaAtual?: number;

  /** Items per page, 1 to 1000. If omitted, the provider's default applies. */
  @QueryIntegerField('Itens por página.', ITEMS)
  itensPorPagina?: number;
}

/** Filter of a list by period and page (BCB schemas `Inicio`, `Fim`, `Paginacao`). */
export class ConsultaDto extends PaginaDto {
  /** Start of the period. */
  @QueryInstantField('Início do período.')
  inicio!: Date | string;

  /** End of the period, not before its start. */
  @NotBefore('inicio')
  @QueryInstantField('Fim do período.')
  fim!: Date | string;
}

/** Filter of a list by period, page and one person: a CPF or a CNPJ, not both. */
export class ConsultaPorPessoaDto extends ConsultaDto {
  /** CPF, 11 digits. */
  @CpfField({ optional: true })
  cpf?: string;

  /** CNPJ, 14 characters. */
  @EitherCnpjField()
  cnpj?: string;
}

/** Selects a revision of a charge (BCB schema `Revisao`). */
export class ConsultaRevisaoDto {
  /** Revision, from 0. If omitted, the provider returns the latest. */
  @QueryIntegerField('Revisão da cobrança, a partir de 0.', { min: 0, optional: true })
  revisao?: number;
}

/** A person or a company with its name (BCB schemas `PessoaFisica`, `PessoaJuridica`). */
export class PessoaDto {
  /** Either this or `cnpj`. */
  @EitherCpfField()
  cpf?: string;

  /** Either this or `cpf`. */
  @EitherCnpjField()
  cnpj?: string;

  /** Up to 200 characters. */
  @TextField('Nome da pessoa ou da empresa.', { max: 200 })
  nome!: string;
}

/**
 * Declares a CEP of 8 characters; the hyphen in the examples of the specification does not count
 * (docs/decisions.md D22).
 */
const CepField = () =>
  compose(
    Must(
      'cep',
      'deve ter no máximo 8 caracteres, além do hífen',
      (cep) => typeof cep !== 'string' || Array.from(cep.replace('-', '')).length <= 8,
    ),
    TextField('CEP, com ou sem hífen.', {
      comparison: 'document',
      optional: true,
      example: '70011750',
    }),
  );

/** The contact data of the debtor of a recurring charge (BCB schema `DadosDevedorRecorrencia`). */
export class DevedorRecorrenciaDto {
  /** Email address. */
  @TextField('E-mail.', { optional: true })
  email?: string;

  /** Street and number. */
  @TextField('Logradouro, com número e bairro.', { max: 200, optional: true })
  logradouro?: string;

  /** City. */
  @TextField('Cidade.', { max: 200, optional: true })
  cidade?: string;

  /** Abbreviation of the state, 2 letters. */
  @TextField('Sigla do estado.', { max: 2, optional: true })
  uf?: string;

  /** CEP with or without hyphen. */
  @CepField()
  cep?: string;
}

/** The debtor of a due-date charge (BCB schema `DadosDevedor`). */
export class DevedorDto extends DevedorRecorrenciaDto {
  /** Either this or `cnpj`. */
  @EitherCpfField()
  cpf?: string;

  /** Either this or `cpf`. */
  @EitherCnpjField()
  cnpj?: string;

  /** Up to 200 characters. */
  @TextField('Nome da pessoa ou da empresa.', { max: 200 })
  nome!: string;
}

/** An additional line that the payer's app shows (BCB schema `CobBase`, `infoAdicionais`). */
export class InfoAdicionalDto {
  /** Label of the line, at most 50 characters. */
  @TextField('Nome do campo.', { max: 50 })
  nome!: string;

  /** Text of the line, at most 200 characters. */
  @TextField('Dados do campo.', { max: 200 })
  valor!: string;
}

/**
 * The location for a charge (BCB schema `PayloadLocationCob`). Only `id` is required, because the
 * schema requires a `tipoCob` that it does not define (docs/decisions.md D20).
 */
export class PayloadLocationCobDto {
  /** Identifier from the response of `POST /loc`. */
  @IntegerField('Identificador de uma location criada antes.', {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    example: 7716,
  })
  id!: number;

  // Not compared: the location of a record has its own kind, which a charge does not change.
  @ChoiceField(['cob', 'cobv'], 'Tipo da cobrança.', { optional: true, comparison: 'none' })
  tipoCob?: 'cob' | 'cobv';
}

/** The common fields of the bodies of immediate and due-date charges (BCB schema `CobBase`). */
export class CobBaseDto {
  /** The location to use. If omitted, the provider creates one. */
  @NestedField(() => PayloadLocationCobDto, 'Location que a cobrança deve usar.', {
    optional: true,
  })
  loc?: PayloadLocationCobDto;

  /** Text shown to the payer, up to 140 characters. */
  @TextField('Texto apresentado ao pagador.', { max: MAX_TEXT_LENGTH, optional: true })
  solicitacaoPagador?: string;

  /** Up to 50 lines shown to the payer. */
  @ListField(() => InfoAdicionalDto, 'Informações adicionais apresentadas ao pagador.', {
    max: 50,
    optional: true,
  })
  infoAdicionais?: InfoAdicionalDto[];
}
