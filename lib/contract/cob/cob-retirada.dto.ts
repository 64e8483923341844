import { isZero } from '../../values/index.js';
import { IspbField } from '../shared/identifier-fields.js';
import {
  ChoiceField,
  IntegerField,
  Must,
  NestedField,
  RefusedWhen,
  RequiredWhen,
  ValorField,
} from '../validation/index.js';

/**
 * The common fields of a withdrawal with and without a purchase (BCB schema `CobValor`,
 * `retirada`).
 */
class CobRetiradaParteDto {
  /** Decimal text; zero only if the payer chooses the amount. */
  @Must<CobRetiradaParteDto>(
    'zero',
    'deve ser maior que zero, salvo com modalidadeAlteracao 1',
    (valor, { modalidadeAlteracao }) => !isZero(valor) || modalidadeAlteracao === 1,
  )
  @ValorField({ describe: 'Valor em espécie entregue ao pagador.', zero: true })
  valor!: string;

  /** 1 lets the payer change the amount. Default: 0. */
  @IntegerField({
    describe: 'Se o pagador pode alterar o valor: 0 não, 1 sim. Padrão 0.',
    min: 0,
    max: 1,
    optional: true,
    assumed: 0,
  })
  modalidadeAlteracao?: number;

  /** ISPB of the participant that provides the withdrawal service. */
  @IspbField({ describe: 'ISPB do facilitador de serviço de saque.' })
  prestadorDoServicoDeSaque!: string;
}

/** Cash withdrawal without a purchase (Pix Saque). */
export class CobSaqueDto extends CobRetiradaParteDto {
  @ChoiceField(['AGTEC', 'AGTOT', 'AGPSS'], { describe: 'Modalidade do agente.' })
  modalidadeAgente!: 'AGTEC' | 'AGTOT' | 'AGPSS';
}

/** Cash withdrawal in addition to a purchase (Pix Troco). */
export class CobTrocoDto extends CobRetiradaParteDto {
  @ChoiceField(['AGTEC', 'AGTOT'], { describe: 'Modalidade do agente.' })
  modalidadeAgente!: 'AGTEC' | 'AGTOT';
}

/** Either `saque` or `troco` (BCB schema `CobValor`, `retirada`). */
export class CobRetiradaDto {
  /** Either this or `troco`. */
  @RequiredWhen<CobRetiradaDto>('quando não há troco', ({ troco }) => troco === undefined)
  @NestedField(() => CobSaqueDto, { describe: 'Pix Saque.', optional: true })
  saque?: CobSaqueDto;

  /** Either this or `saque`. */
  @RefusedWhen<CobRetiradaDto>('junto com saque', ({ saque }) => saque !== undefined)
  @NestedField(() => CobTrocoDto, { describe: 'Pix Troco.', optional: true })
  troco?: CobTrocoDto;
}
