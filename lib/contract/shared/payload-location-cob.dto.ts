import type { TipoCob } from '../loc/loc.types.js';
import { ChoiceField, IntegerField } from '../validation/index.js';

/**
 * The location that a charge shall use (BCB schema `PayloadLocationCob`). The schema demands a
 * `tipoCob` that it does not define, so `id` alone will do (docs/decisions.md D20).
 */
export class PayloadLocationCobDto {
  /** Identifier that `POST /loc` answered with. */
  @IntegerField({
    describe: 'Identificador de uma location criada antes.',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    example: 7716,
  })
  id!: number;

  // A record's location shows its own kind, which a charge does not change.
  @ChoiceField(['cob', 'cobv'], {
    describe: 'Tipo da cobrança.',
    optional: true,
    comparison: 'none',
  })
  tipoCob?: TipoCob;
}
