import { act, json, list } from '../operation.js';
import type { Devolucao, PixConsultados } from '../pix/pix.types.js';
import type { Body, Plain } from '../shared/body.js';
import {
  ChaveField,
  CpfField,
  EitherCnpjField,
  NotBefore,
  PixTxidField,
  QueryBooleanField,
  QueryInstantField,
} from '../shared/fields.js';
import { PaginaDto } from '../shared/shared.dto.js';
import type { ParametrosConsulta } from '../shared/shared.types.js';
import { TextField } from '../validation/fields.js';
import { WebhookSolicitadoDto } from '../webhook/webhook.dto.js';
import { webhookRows } from '../webhook/webhook.operations.js';
import type { WebhookRecCompleto } from '../webhook/webhook.types.js';

/** Filter of Banco do Brasil's own lists by person and page. The period is optional, unlike in `GET /pix`. */
class BbConsultaDto extends PaginaDto {
  /** Start of the period. If omitted, the bank chooses it. */
  @QueryInstantField('Início do período.', { optional: true })
  inicio?: Date | string;

  /** End of the period, not before its start. If omitted, the bank chooses it. */
  @NotBefore('inicio')
  @QueryInstantField('Fim do período.', { optional: true })
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

  @QueryBooleanField('Se o Pix tem txid.', { optional: true })
  txIdPresente?: boolean;

  @QueryBooleanField('Se o Pix tem devolução.', { optional: true })
  devolucaoPresente?: boolean;

  @ChaveField({ optional: true })
  chave?: string;

  @QueryBooleanField('Se o Pix foi contestado.', { optional: true })
  contestacaoPresente?: boolean;
}

/** Filter of received Pix at Banco do Brasil. */
export type BbPixFilter = Plain<BbConsultaPixDto>;

/** Filter of Banco do Brasil's list of refunds. */
export class BbConsultaDevolucoesDto extends BbConsultaDto {
  @TextField('Estado da devolução.', { min: 1, optional: true, example: 'DEVOLVIDO' })
  estadoDevolucao?: string;
}

/** Filter of refunds at Banco do Brasil. */
export type BbDevolucoesFilter = Plain<BbConsultaDevolucoesDto>;

/** Body that registers Banco do Brasil's webhook of requests to confirm a recurrence. */
export class BbWebhookSolicRecDto extends WebhookSolicitadoDto {}

/** Body that registers the webhook of requests to confirm a recurrence at Banco do Brasil. */
export type BbWebhookSolicRecSolicitado = Body<BbWebhookSolicRecDto>;

/** The filter of Banco do Brasil's own lists as it returns it: without a period if none was sent. */
export type BbParametrosConsulta = Omit<ParametrosConsulta, 'inicio' | 'fim'> &
  Partial<Pick<ParametrosConsulta, 'inicio' | 'fim'>>;

/** A page of Banco do Brasil's own list of received Pix. */
export interface BbPixConsultados extends Omit<PixConsultados, 'parametros'> {
  /** The applied filter and the position of the page. */
  parametros: BbParametrosConsulta;
}

/** Banco do Brasil's webhook of requests to confirm a recurrence. */
export type BbWebhookSolicRec = WebhookRecCompleto;

/** A refund together with identifiers of its Pix. */
export interface BbDevolucao extends Devolucao {
  /** End-to-end id of the refunded Pix. */
  endToEndId?: string;
  /** Pix key that received the refunded Pix. */
  chave?: string;
}

/** A page of refunds. */
export interface BbDevolucoesConsultadas {
  /** The applied filter and the position of the page. */
  parametros: BbParametrosConsulta;
  /** The refunds of the page. */
  devolucoes: BbDevolucao[];
}

/** Body that pays a charge in the sandbox of Banco do Brasil. */
export class BbPagamentoDto {
  /** BR Code of the charge: its `pixCopiaECola`. */
  @TextField('Pix Copia e Cola da cobrança.', { min: 1 })
  pix!: string;
}

/** Body that pays a charge in the sandbox of Banco do Brasil. */
export type BbPagamentoSolicitado = Body<BbPagamentoDto>;

/** Response to a payment in the sandbox of Banco do Brasil. Other fields are not published. */
export interface BbPagamento {
  /** 0 if the charge was paid. Any other value is a refusal, with the HTTP status 200. */
  code: number;
  /** Why it was refused. */
  texto?: string;
}

const bbList = { family: 'pix', scope: 'pix-bb.read', providers: ['bb'] } as const;

// A published client names the scopes of this webhook. Its path and body follow those of `webhookrec` (D98).
const webhookSolicRec = webhookRows({
  family: 'webhookrec',
  toId: (method) => `bb.${method}WebhookSolicRec`,
  path: '/webhooksolicrec',
  scope: 'webhooksolicrec',
  body: BbWebhookSolicRecDto,
  returns: json<BbWebhookSolicRec>(),
  providers: ['bb'],
});

/** Operations that only Banco do Brasil offers. */
export const bbOperations = {
  /** Reads one page of received Pix; can also filter by key and by dispute. */
  listPix: list({
    ...bbList,
    id: 'bb.listPix',
    path: '/pix-bb',
    filter: BbConsultaPixDto,
    items: 'pix',
    returns: json<BbPixConsultados>(),
  }),

  /** Reads one page of refunds. */
  listDevolucoes: list({
    ...bbList,
    id: 'bb.listDevolucoes',
    path: '/pix-bb/devolucoes',
    filter: BbConsultaDevolucoesDto,
    items: 'devolucoes',
    returns: json<BbDevolucoesConsultadas>(),
  }),

  /**
   * Pays a charge in the sandbox, with the key that the bank publishes for it instead of that of the application. No
   * source names a scope: published clients send the token that created the charge, or none.
   */
  payBrCode: act({
    id: 'bb.payBrCode',
    family: 'cob',
    method: 'POST',
    path: '/boletos-pix/pagar',
    query: { 'gw-app-key': '95cad3f03fd9013a9d15005056825665' },
    body: BbPagamentoDto,
    returns: json<BbPagamento>(),
    providers: ['bb'],
  }),

  registerWebhookSolicRec: webhookSolicRec.register,
  getWebhookSolicRec: webhookSolicRec.get,
  deleteWebhookSolicRec: webhookSolicRec.delete,
} as const;
