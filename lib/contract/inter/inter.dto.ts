import { PIX_TXID, PIX_TXID_RULE } from '../../values/index.js';
import { NotBefore } from '../shared/consulta.dto.js';
import { ChaveField } from '../shared/identifier-fields.js';
import { QueryInstantField, QueryIntegerField } from '../shared/query-fields.js';
import { PatternField, PositiveNumberField, TextListField } from '../validation/index.js';

/** Body that pays a charge in Inter's sandbox. */
export class InterPagamentoDto {
  /** A number, unlike every amount of the specification: `150` is R$ 150.00. */
  @PositiveNumberField({ describe: 'Valor pago.', example: 150 })
  valor!: number;
}

/** Filter of Inter's list of callbacks; the names are Inter's. */
export class InterConsultaCallbacksDto {
  @QueryInstantField({ describe: 'Início do período.' })
  dataHoraInicio!: Date | string;

  @NotBefore('dataHoraInicio')
  @QueryInstantField({ describe: 'Fim do período.' })
  dataHoraFim!: Date | string;

  /** Page, from 0. */
  @QueryIntegerField({ describe: 'Página, a partir de 0.', min: 0, optional: true })
  pagina?: number;

  /** Items per page, 10 to 50. */
  @QueryIntegerField({ describe: 'Itens por página.', min: 10, max: 50, optional: true })
  tamanhoPagina?: number;

  @PatternField({
    describe: 'Identificador da cobrança.',
    pattern: PIX_TXID,
    rule: PIX_TXID_RULE,
    optional: true,
  })
  txid?: string;
}

/** Body that requests redelivery of callbacks from Inter. */
export class InterReenvioCallbacksDto {
  @TextListField({ describe: 'Cobranças cujos callbacks se reenviam.', min: 1, max: 50 })
  txId!: string[];

  @ChaveField({ describe: 'Chave Pix do webhook.' })
  chavePix!: string;
}
