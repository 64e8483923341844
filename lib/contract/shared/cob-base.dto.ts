import { MAX_TEXT_LENGTH } from '../../values/index.js';
import { ListField, NestedField, TextField } from '../validation/index.js';
import { InfoAdicionalDto } from './info-adicional.dto.js';
import { PayloadLocationCobDto } from './payload-location-cob.dto.js';

/** The common fields of the bodies of immediate and due-date charges (BCB schema `CobBase`). */
export class CobBaseDto {
  /** The location to use. If omitted, the provider creates one. */
  @NestedField(() => PayloadLocationCobDto, {
    describe: 'Location que a cobrança deve usar.',
    optional: true,
  })
  loc?: PayloadLocationCobDto;

  /** Text shown to the payer, up to 140 characters. */
  @TextField({ describe: 'Texto apresentado ao pagador.', max: MAX_TEXT_LENGTH, optional: true })
  solicitacaoPagador?: string;

  /** Up to 50 lines shown to the payer. */
  @ListField(() => InfoAdicionalDto, {
    describe: 'Informações adicionais apresentadas ao pagador.',
    max: 50,
    optional: true,
  })
  infoAdicionais?: InfoAdicionalDto[];
}
