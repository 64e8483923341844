import { isValor, isZero } from '../../values/index.js';
import { IntegerField, Must, NestedField, ValorField, compose } from '../validation/index.js';
import { CobRetiradaDto } from './cob-retirada.dto.js';

type Siblings = Readonly<Partial<CobValorRevisadoDto>>;

const hasSaque = ({ retirada }: Siblings) => retirada?.saque !== undefined;

/**
 * Zero is allowed if the payer may change the amount, and required for a withdrawal without a
 * purchase.
 */
const mayBeZero = (siblings: Siblings) =>
  hasSaque(siblings) || (siblings.modalidadeAlteracao === 1 && siblings.retirada === undefined);

const OriginalField = (options: { optional?: boolean }) =>
  compose(
    Must<CobValorRevisadoDto>(
      'saque',
      'deve ser 0.00 quando há saque',
      (original, siblings) => !hasSaque(siblings) || !isValor(original) || isZero(original),
    ),
    Must<CobValorRevisadoDto>(
      'zero',
      'deve ser maior que zero, salvo com saque ou, sem retirada, com modalidadeAlteracao 1',
      (original, siblings) => !isZero(original) || mayBeZero(siblings),
    ),
    ValorField({ describe: 'Valor original da cobrança.', zero: true, ...options }),
  );

/** Amount of an immediate charge in a revision: only the changed fields (BCB schema `CobValor`). */
export class CobValorRevisadoDto {
  /** Decimal text, `37.00`. Zero with `saque`, or if the payer chooses the amount. */
  @OriginalField({ optional: true })
  original?: string;

  /** 1 lets the payer change the amount. Default: 0. */
  @Must<CobValorRevisadoDto>(
    'retirada',
    'deve ser 0 ou ausente quando há retirada',
    (modalidade, { retirada }) => modalidade !== 1 || retirada === undefined,
  )
  @IntegerField({
    describe: 'Se o pagador pode alterar o valor: 0 não, 1 sim. Padrão 0.',
    min: 0,
    max: 1,
    optional: true,
    assumed: 0,
  })
  modalidadeAlteracao?: number;

  /** Cash withdrawal: makes the charge a Pix Saque or a Pix Troco. */
  @NestedField(() => CobRetiradaDto, {
    describe: 'Saque ou troco em espécie.',
    optional: true,
  })
  retirada?: CobRetiradaDto;
}

/**
 * Amount of an immediate charge (BCB schema `CobValor`, with its rules for `saque` and `troco`).
 */
export class CobValorDto extends CobValorRevisadoDto {
  /** Decimal text, `37.00`. Zero with `saque`, or if the payer chooses the amount. */
  @OriginalField({})
  override original!: string;
}
