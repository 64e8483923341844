import { toCents, isValor, isZero } from '../../values/index.js';
import { Must, NestedField, ValorField, toRecord } from '../validation/index.js';
import { CobVDescontoDto } from './cobv-desconto.dto.js';
import { CobVAbatimentoDto, CobVJurosDto, CobVMultaDto } from './cobv-encargos.dto.js';
import { parseModalidade } from './modalidade.js';

const HUNDRED_PERCENT = 100_00;

/** Modalities in which `valorPerc` is a percentage; in all others it is an amount. */
const PERCENT = { abatimento: [2], desconto: [2, 5, 6] };

/**
 * Whether a deduction is less than the whole charge. An invalid amount passes; its own rule refuses
 * it.
 */
function isPart(valorPerc: unknown, wholeInCents: number): boolean {
  return !isValor(valorPerc) || toCents(valorPerc) < wholeInCents;
}

/**
 * Requires that a rebate or discount leaves an amount to pay (BCB, violations of
 * `CobVOperacaoInvalida`).
 */
const LeavesSomething = (kind: keyof typeof PERCENT) =>
  Must<CobVValorRevisadoDto>(
    'parte',
    'deve ser menor que o valor original, ou que 100%',
    (value, { original }) => {
      const { modalidade, valorPerc, descontoDataFixa } = toRecord(value);
      const percent = PERCENT[kind].includes(parseModalidade(modalidade));
      const whole = percent
        ? HUNDRED_PERCENT
        : isValor(original) && !isZero(original)
          ? toCents(original)
          : Infinity;
      const byDay: unknown[] = Array.isArray(descontoDataFixa) ? descontoDataFixa : [];
      return [valorPerc, ...byDay.map((item) => toRecord(item).valorPerc)].every((part) =>
        isPart(part, whole),
      );
    },
  );

/** Amount of a due-date charge in a revision: only the changed fields (BCB schema `CobVValor`). */
export class CobVValorRevisadoDto {
  /** Decimal text, `123.45`, above zero. */
  @ValorField({ describe: 'Valor original da cobrança.', optional: true })
  original?: string;

  @NestedField(() => CobVMultaDto, { describe: 'Multa por atraso.', optional: true })
  multa?: CobVMultaDto;

  @NestedField(() => CobVJurosDto, { describe: 'Juros por atraso.', optional: true })
  juros?: CobVJurosDto;

  @LeavesSomething('abatimento')
  @NestedField(() => CobVAbatimentoDto, { describe: 'Abatimento.', optional: true })
  abatimento?: CobVAbatimentoDto;

  @LeavesSomething('desconto')
  @NestedField(() => CobVDescontoDto, { describe: 'Desconto por antecipação.', optional: true })
  desconto?: CobVDescontoDto;
}

/** Amount of a due-date charge (BCB schema `CobVValor`). */
export class CobVValorDto extends CobVValorRevisadoDto {
  /** Decimal text, `123.45`, above zero. */
  @ValorField({ describe: 'Valor original da cobrança.' })
  override original!: string;
}
