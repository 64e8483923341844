import { ChoiceField, PatternField, TextField, ValorField } from '../validation/index.js';
import { ConsultaPorPessoaDto } from '../shared/consulta.dto.js';
import { QueryBooleanField } from '../shared/query-fields.js';

/** Body that asks for a refund (BCB schema `DevolucaoSolicitada`). */
export class DevolucaoSolicitadaDto {
  /** The sum of all refunds never exceeds the Pix (decisions.md, Limits); the provider checks it. */
  @ValorField({ describe: 'Valor a devolver.' })
  valor!: string;

  /** What is refunded: a common Pix or a purchase, or the cash of a Pix Saque or Troco. Default `ORIGINAL`. */
  @ChoiceField(['ORIGINAL', 'RETIRADA'], {
    describe: 'Natureza da devolução. Padrão ORIGINAL.',
    optional: true,
  })
  natureza?: 'ORIGINAL' | 'RETIRADA';

  @TextField({ describe: 'Mensagem ao pagador.', max: 140, optional: true })
  descricao?: string;
}

/** Filter of a list of received Pix (BCB schema `ParametrosConsultaPix`). */
export class ParametrosConsultaPixDto extends ConsultaPorPessoaDto {
  @PatternField({
    describe: 'Identificador da cobrança paga.',
    pattern: /^[a-zA-Z0-9]{1,35}$/,
    rule: 'deve ter de 1 a 35 letras ou dígitos',
    optional: true,
  })
  txid?: string;

  @QueryBooleanField({ describe: 'Se o Pix tem txid.', optional: true })
  txIdPresente?: boolean;

  @QueryBooleanField({ describe: 'Se o Pix tem devolução.', optional: true })
  devolucaoPresente?: boolean;
}
