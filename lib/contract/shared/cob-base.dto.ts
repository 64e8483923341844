import { ListField, NestedField, TextField } from '../validation/index.js';
import { InfoAdicionalDto } from './info-adicional.dto.js';
import { PayloadLocationCobDto } from './payload-location-cob.dto.js';

/** What the bodies of an immediate and of a due-date charge share (BCB schema `CobBase`). */
export class CobBaseDto {
  /** Location to use. Left out, the provider makes one. */
  @NestedField(() => PayloadLocationCobDto, {
    describe: 'Location que a cobrança deve usar.',
    optional: true,
  })
  loc?: PayloadLocationCobDto;

  /** Text shown to the payer, up to 140 characters. */
  @TextField({ describe: 'Texto apresentado ao pagador.', max: 140, optional: true })
  solicitacaoPagador?: string;

  /** Up to 50 lines shown to the payer. */
  @ListField(() => InfoAdicionalDto, {
    describe: 'Informações adicionais apresentadas ao pagador.',
    max: 50,
    optional: true,
  })
  infoAdicionais?: InfoAdicionalDto[];
}
