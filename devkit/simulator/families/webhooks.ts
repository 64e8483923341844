import {
  RecordStore,
  TimedRecordStore,
  type RecordFeed,
  type TimedRecord,
} from '../kernel/records.js';
import {
  consultaInvalida,
  naoEncontrado,
  operacaoInvalida,
  type SimulatorFamily,
} from './family.js';

/** Kind of the event in a delivery, and last segment of the address it is sent to. */
export type DeliveryKind = 'pix' | 'rec' | 'cobr';

/** The webhook of recurrences or of recurring charges. There is at most one of each. */
export interface SingleWebhookRecord extends TimedRecord {
  readonly webhookUrl: string;
}

/** A webhook of received payments. */
export interface WebhookRecord extends SingleWebhookRecord {
  readonly chave: string;
}

/** Key of the only record in a store of {@link SingleWebhookRecord}. */
export const SINGLE = '';

/** The store of a webhook of which there is at most one. */
export class SingleWebhookStore extends RecordStore<SingleWebhookRecord> {
  constructor(
    feed: RecordFeed,
    name: string,
    /** The events that the webhook receives. Absent if the simulator sends none to it. */
    readonly kind?: DeliveryKind,
  ) {
    super(feed, { name, getKey: () => SINGLE });
  }
}

/** Webhooks of received Pix: error types and records. */
export const webhookFamily = {
  root: 'webhook',
  problems: {
    WebhookOperacaoInvalida: operacaoInvalida(
      'Webhook inválido.',
      'A configuração do webhook não respeita o formato ou não faz sentido.',
    ),
    WebhookNaoEncontrado: naoEncontrado('Não há webhook para a chave informada.'),
    WebhookConsultaInvalida: consultaInvalida('webhooks'),
  },
  naoEncontrado: 'WebhookNaoEncontrado',
  operacaoInvalida: 'WebhookOperacaoInvalida',
  consultaInvalida: 'WebhookConsultaInvalida',
  consultaOnlyOfList: true,
  stores: {
    webhooks: ({ name, changes }) =>
      new TimedRecordStore<WebhookRecord>(changes, { name, getKey: ({ chave }) => chave }),
  },
  topic: 'webhooks',
} as const satisfies SimulatorFamily;

/** The webhook of recurring charges: error types and records. */
export const webhookcobrFamily = {
  root: '',
  problems: {
    WebhookCobROperacaoInvalida: operacaoInvalida(
      'Webhook inválido.',
      'A configuração do webhook de cobranças recorrentes não respeita o formato.',
    ),
    WebhookCobRConsultaInvalida: consultaInvalida('webhooks de cobranças recorrentes'),
  },
  naoEncontrado: 'NaoEncontrado',
  operacaoInvalida: 'WebhookCobROperacaoInvalida',
  consultaInvalida: 'WebhookCobRConsultaInvalida',
  stores: {
    webhookCobR: ({ name, changes }) => new SingleWebhookStore(changes, name, 'cobr'),
  },
  topic: 'webhooks',
} as const satisfies SimulatorFamily;

/** The webhook of recurrences: error types and records. */
export const webhookrecFamily = {
  root: '',
  problems: {
    WebhookRecOperacaoInvalida: operacaoInvalida(
      'Webhook inválido.',
      'A configuração do webhook de recorrências não respeita o formato.',
    ),
    WebhookRecConsultaInvalida: consultaInvalida('webhooks de recorrências'),
  },
  naoEncontrado: 'NaoEncontrado',
  operacaoInvalida: 'WebhookRecOperacaoInvalida',
  consultaInvalida: 'WebhookRecConsultaInvalida',
  stores: {
    webhookRec: ({ name, changes }) => new SingleWebhookStore(changes, name, 'rec'),
    webhookSolicRec: ({ name, changes }) => new SingleWebhookStore(changes, name),
  },
  topic: 'webhooks',
} as const satisfies SimulatorFamily;
