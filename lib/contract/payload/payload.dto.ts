import { DateField, PatternField } from '../validation/index.js';

/** What a payer's app tells when it reads a due-date charge. */
export class ConsultaCobVPayloadDto {
  /** The payer's municipality, whose holidays move the due date. */
  @PatternField({
    describe: 'Código IBGE do município do pagador.',
    pattern: /^\d{7}$/,
    rule: 'deve ter 7 dígitos',
    optional: true,
    example: '5300108',
  })
  codMun?: string;

  /** Day on which the payer means to pay. */
  @DateField({ describe: 'Data de pagamento pretendida.', optional: true })
  DPP?: string;
}
