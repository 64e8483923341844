import { ChoiceField, IntegerField } from '../validation/index.js';
import type { TipoCob } from './tipo-cob.types.js';

/**
 * The location for a charge (BCB schema `PayloadLocationCob`). Only `id` is required, because the
 * schema requires a `tipoCob` that it does not define (docs/decisions.md D20).
 */
export class PayloadLocationCobDto {
  /** Identifier from the response of `POST /loc`. */
  @IntegerField({
    describe: 'Identificador de uma location criada antes.',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    example: 7716,
  })
  id!: number;

  // Not compared: the location of a record has its own kind, which a charge does not change.
  @ChoiceField(['cob', 'cobv'], {
    describe: 'Tipo da cobrança.',
    optional: true,
    comparison: 'none',
  })
  tipoCob?: TipoCob;
}
