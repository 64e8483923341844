import { MUNICIPALITY } from '../../values/index.js';
import { DateField, PatternField } from '../validation/index.js';

/** Query of a payer's app for the payload of a due-date charge. */
export class ConsultaCobVPayloadDto {
  /** The payer's municipality, whose holidays postpone the due date. */
  @PatternField({
    describe: 'Código IBGE do município do pagador.',
    pattern: MUNICIPALITY,
    rule: 'deve ter 7 dígitos',
    optional: true,
    example: '5300108',
  })
  codMun?: string;

  /** The intended date of payment. */
  @DateField({ describe: 'Data de pagamento pretendida.', optional: true })
  DPP?: string;
}
