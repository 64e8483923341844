import { ListField, NestedField, TextField } from '../validation/index.js';
import { InfoAdicionalDto } from './info-adicional.dto.js';
import { PayloadLocationCobDto } from './payload-location-cob.dto.js';

/** What the bodies of an immediate and of a due-date charge share (BCB schema `CobBase`). */
export class CobBaseDto {
  @NestedField(() => PayloadLocationCobDto, {
    describe: 'Location que a cobrança deve usar.',
    optional: true,
  })
  loc?: PayloadLocationCobDto;

  @TextField({ describe: 'Texto apresentado ao pagador.', max: 140, optional: true })
  solicitacaoPagador?: string;

  @ListField(() => InfoAdicionalDto, {
    describe: 'Informações adicionais apresentadas ao pagador.',
    max: 50,
    optional: true,
  })
  infoAdicionais?: InfoAdicionalDto[];
}
