import { IntegerField, ValorField } from '../validation/index.js';

/**
 * Declares a `modalidade`: an integer, or a digit as text as in the examples of the specification
 * (docs/decisions.md D21).
 */
export const ModalidadeField = (max: number, describe: string) =>
  IntegerField({ describe, min: 1, max, orText: true });

/** Declares an amount or a percentage, according to `modalidade`. Zero is valid. */
export const ValorPercField = (options: { optional?: boolean } = {}) =>
  ValorField({
    describe: 'Valor ou percentual, conforme a modalidade.',
    zero: true,
    example: '2.00',
    ...options,
  });

/** Fine for late payment (BCB schema `CobVValor`, `multa`). */
export class CobVMultaDto {
  /** How to read `valorPerc`; see the OpenAPI description for the table. */
  @ModalidadeField(2, '1: valor fixo; 2: percentual.')
  modalidade!: number | string;

  /** Decimal text: an amount or a percentage. */
  @ValorPercField()
  valorPerc!: string;
}

/** Interest for late payment (BCB schema `CobVValor`, `juros`). */
export class CobVJurosDto {
  /** How to read `valorPerc`; see the OpenAPI description for the table. */
  @ModalidadeField(
    8,
    '1: valor ao dia; 2, 3, 4: percentual ao dia, ao mês, ao ano; 5 a 8: o mesmo, em dias úteis.',
  )
  modalidade!: number | string;

  /** Decimal text: an amount or a percentage. */
  @ValorPercField()
  valorPerc!: string;
}

/** Rebate (BCB schema `CobVValor`, `abatimento`). */
export class CobVAbatimentoDto {
  /** How to read `valorPerc`; see the OpenAPI description for the table. */
  @ModalidadeField(2, '1: valor fixo; 2: percentual.')
  modalidade!: number | string;

  /** Decimal text: an amount or a percentage. */
  @ValorPercField()
  valorPerc!: string;
}
