import { IdRecField } from '../shared/identifier-fields.js';
import { ChoiceField, IntegerField, Must, NestedField } from '../validation/index.js';
import type { PoliticaRetentativa } from './rec-base.types.js';
import {
  RecAtivacaoDto,
  RecCalendarioDto,
  RecRecebedorDto,
  RecValorDto,
  RecVinculoDto,
} from './rec-partes.dto.js';

/** Second character of an idRec for each retry policy (docs/interface.md#recurrence-identifier). */
const RETRY_MARK: ReadonlyMap<unknown, string> = new Map([
  ['NAO_PERMITE', 'N'],
  ['PERMITE_3R_7D', 'R'],
]);

/** Declares the identifier of the location for a recurrence (BCB schema `PayloadLocationRecId`). */
export const LocRecField = () =>
  IntegerField({
    describe: 'Identificador de uma location de recorrência criada antes.',
    comparison: 'location',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    example: 108,
  });

/** Body that creates a recurrence (BCB schema `RecSolicitada`). */
export class RecSolicitadaDto {
  @NestedField(() => RecVinculoDto, { describe: 'O que o pagador autoriza.' })
  vinculo!: RecVinculoDto;

  @NestedField(() => RecCalendarioDto, { describe: 'Vigência e periodicidade.' })
  calendario!: RecCalendarioDto;

  /** Whether a settlement may be retried: not at all, or up to 3 times within 7 days. */
  @ChoiceField(['NAO_PERMITE', 'PERMITE_3R_7D'], {
    describe: 'Se há novas tentativas após o vencimento: nenhuma, ou até 3 em 7 dias.',
  })
  politicaRetentativa!: PoliticaRetentativa;

  /**
   * Optional, because the provider chooses it, although the schema requires it (docs/decisions.md
   * D23). If it is sent, it must match the retry policy; the schema does not detect a
   * contradiction.
   */
  @Must<RecSolicitadaDto>(
    'politica',
    'deve ter N na 2ª posição com politicaRetentativa NAO_PERMITE e R com PERMITE_3R_7D',
    (idRec, { politicaRetentativa }) => {
      const mark = RETRY_MARK.get(politicaRetentativa);
      return typeof idRec !== 'string' || mark === undefined || idRec[1] === mark;
    },
  )
  @IdRecField({ optional: true })
  idRec?: string;

  @NestedField(() => RecValorDto, { describe: 'Valor fixo ou piso.', optional: true })
  valor?: RecValorDto;

  @NestedField(() => RecRecebedorDto, { describe: 'Dados do recebedor.', optional: true })
  recebedor?: RecRecebedorDto;

  /** Identifier from the response of `POST /locrec`. */
  @LocRecField()
  loc?: number;

  @NestedField(() => RecAtivacaoDto, { describe: 'Ativação.', optional: true })
  ativacao?: RecAtivacaoDto;
}
