import { MAX_TEXT_LENGTH } from '../../values/index.js';
import { PixTxidField, QueryBooleanField } from '../shared/fields.js';
import { ConsultaPorPessoaDto } from '../shared/shared.dto.js';
import { ChoiceField, TextField, ValorField } from '../validation/fields.js';

/** Body that requests a refund (BCB schema `DevolucaoSolicitada`). */
export class DevolucaoSolicitadaDto {
  /**
   * The sum of all refunds must not exceed the Pix (docs/decisions.md D65); the provider checks it.
   */
  @ValorField('Valor a devolver.')
  valor!: string;

  /**
   * The refunded part: a common Pix or a purchase (`ORIGINAL`), or the cash of a Pix Saque or Troco
   * (`RETIRADA`). Default: `ORIGINAL`.
   */
  @ChoiceField(['ORIGINAL', 'RETIRADA'], 'Natureza da devolução. Padrão ORIGINAL.', {
    optional: true,
    assumed: 'ORIGINAL',
  })
  natureza?: 'ORIGINAL' | 'RETIRADA';

  /** Message to the payer, up to 140 characters. */
  @TextField('Mensagem ao pagador.', { max: MAX_TEXT_LENGTH, optional: true })
  descricao?: string;
}

/** Filter of a list of received Pix (BCB schema `ParametrosConsultaPix`). */
export class ParametrosConsultaPixDto extends ConsultaPorPessoaDto {
  /** 1 to 35 letters or digits. */
  @PixTxidField({ describe: 'Identificador da cobrança paga.', optional: true })
  txid?: string;

  /** Whether only Pix with (or without) a txid are requested. */
  @QueryBooleanField('Se o Pix tem txid.', { optional: true })
  txIdPresente?: boolean;

  /** Whether only Pix with (or without) refunds are requested. */
  @QueryBooleanField('Se o Pix tem devolução.', { optional: true })
  devolucaoPresente?: boolean;
}
