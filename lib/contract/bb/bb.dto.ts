import { NotBefore, PaginaDto } from '../shared/consulta.dto.js';
import {
  ChaveField,
  CpfField,
  EitherCnpjField,
  PixTxidField,
} from '../shared/identifier-fields.js';
import { QueryBooleanField, QueryInstantField } from '../shared/query-fields.js';
import { TextField } from '../validation/index.js';
import { WebhookSolicitadoDto } from '../webhook/webhook.dto.js';

/** Filter of Banco do Brasil's own lists by person and page. The period is optional, unlike in `GET /pix`. */
class BbConsultaDto extends PaginaDto {
  /** Start of the period. If omitted, the bank chooses it. */
  @QueryInstantField({ describe: 'Início do período.', optional: true })
  inicio?: Date | string;

  /** End of the period, not before its start. If omitted, the bank chooses it. */
  @NotBefore('inicio')
  @QueryInstantField({ describe: 'Fim do período.', optional: true })
  fim?: Date | string;

  @CpfField({ optional: true })
  cpf?: string;

  @EitherCnpjField()
  cnpj?: string;
}

/** Filter of Banco do Brasil's own list of received Pix. */
export class BbConsultaPixDto extends BbConsultaDto {
  /** 1 to 35 letters or digits. */
  @PixTxidField({ describe: 'Identificador da cobrança paga.', optional: true })
  txid?: string;

  @QueryBooleanField({ describe: 'Se o Pix tem txid.', optional: true })
  txIdPresente?: boolean;

  @QueryBooleanField({ describe: 'Se o Pix tem devolução.', optional: true })
  devolucaoPresente?: boolean;

  @ChaveField({ optional: true })
  chave?: string;

  @QueryBooleanField({ describe: 'Se o Pix foi contestado.', optional: true })
  contestacaoPresente?: boolean;
}

/** Filter of Banco do Brasil's list of refunds. */
export class BbConsultaDevolucoesDto extends BbConsultaDto {
  @TextField({
    describe: 'Estado da devolução.',
    min: 1,
    optional: true,
    example: 'DEVOLVIDO',
  })
  estadoDevolucao?: string;
}

/** Body that registers Banco do Brasil's webhook of requests to confirm a recurrence. */
export class BbWebhookSolicRecDto extends WebhookSolicitadoDto {}
