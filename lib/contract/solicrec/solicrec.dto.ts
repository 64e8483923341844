import type { OneTaxId } from '../shared/body.js';
import {
  EitherCnpjField,
  EitherCpfField,
  IdRecField,
  IspbField,
} from '../shared/identifier-fields.js';
import { ChoiceField, InstantField, NestedField, TextField } from '../validation/index.js';

/** The time in which the payer may confirm. */
export class SolicRecCalendarioDto {
  /** RFC 3339. */
  @InstantField({
    describe: 'Quando a solicitação expira.',
    example: '2023-12-20T12:17:11.926Z',
  })
  dataExpiracaoSolicitacao!: string;
}

/** The account of the payer (BCB schemas `DadosBancarios` and `CPF` or `CNPJ`). */
export class SolicRecDestinatarioDto {
  /** Either this or `cnpj`. */
  @EitherCpfField()
  cpf?: string;

  /** Either this or `cpf`. */
  @EitherCnpjField()
  cnpj?: string;

  @TextField({ describe: 'Conta do pagador.', max: 20, orNumber: true })
  conta!: string;

  @IspbField({ describe: 'ISPB do participante do pagador.' })
  ispbParticipante!: string;

  @TextField({ describe: 'Agência do pagador.', max: 4, optional: true })
  agencia?: string;
}

/**
 * Body that requests the payer's confirmation of a recurrence (BCB schema `SolicRecSolicitada`).
 * The schema's `pagador` is not sent (docs/decisions.md D23).
 */
export class SolicRecSolicitadaDto {
  @IdRecField()
  idRec!: string;

  @NestedField(() => SolicRecCalendarioDto, { describe: 'Validade da solicitação.' })
  calendario!: SolicRecCalendarioDto;

  @NestedField(() => SolicRecDestinatarioDto, { describe: 'Quem deve confirmar.' })
  destinatario!: OneTaxId<SolicRecDestinatarioDto>;
}

/** Body that cancels a request (BCB schema `SolicRecRevisada`). */
export class SolicRecRevisadaDto {
  @ChoiceField(['CANCELADA'], { describe: 'Cancela a solicitação.' })
  status!: 'CANCELADA';
}
