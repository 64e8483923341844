import { parseInstant } from '../../values/index.js';
import { Must } from '../validation/index.js';
import { CpfField, EitherCnpjField } from './identifier-fields.js';
import { QueryInstantField, QueryIntegerField } from './query-fields.js';

/**
 * Requires that a period does not end before its start (BCB, violations of every
 * `ConsultaInvalida`). An invalid instant passes; its own rule refuses it.
 */
export const NotBefore = (start: string) =>
  Must<Record<string, unknown>>(
    'periodo',
    `não pode ser anterior a ${start}`,
    (end, siblings) => !(parseInstant(end) < parseInstant(siblings[start])),
  );

/** Selects a page of a list (BCB schema `Paginacao`). */
export class PaginaDto {
  /** Page, from 0. If omitted, the provider returns the first. */
  @QueryIntegerField({
    describe: 'Página, a partir de 0.',
    min: 0,
    optional: true,
    wire: 'paginacao.paginaAtual',
  })
  paginaAtual?: number;

  /** Items per page, 1 to 1000. If omitted, the provider's default applies. */
  @QueryIntegerField({
    describe: 'Itens por página.',
    min: 1,
    max: 1000,
    optional: true,
    wire: 'paginacao.itensPorPagina',
  })
  itensPorPagina?: number;
}

/** Filter of a list by period and page (BCB schemas `Inicio`, `Fim`, `Paginacao`). */
export class ConsultaDto extends PaginaDto {
  /** Start of the period. */
  @QueryInstantField({ describe: 'Início do período.' })
  inicio!: Date | string;

  /** End of the period, not before its start. */
  @NotBefore('inicio')
  @QueryInstantField({ describe: 'Fim do período.' })
  fim!: Date | string;
}

/** Filter of a list by period, page and one person: a CPF or a CNPJ, not both. */
export class ConsultaPorPessoaDto extends ConsultaDto {
  @CpfField({ optional: true })
  cpf?: string;

  @EitherCnpjField()
  cnpj?: string;
}

/** Selects a revision of a charge (BCB schema `Revisao`). */
export class ConsultaRevisaoDto {
  /** Revision, from 0. If omitted, the provider returns the latest. */
  @QueryIntegerField({ describe: 'Revisão da cobrança, a partir de 0.', min: 0, optional: true })
  revisao?: number;
}
