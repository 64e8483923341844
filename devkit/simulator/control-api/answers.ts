import type {
  CobCompleta,
  CobRCompleta,
  CobVCompleta,
  Pix,
  RecCompletaPesquisada,
} from 'nestjs-pix';
import type { ScenarioSummary } from '../control/scenarios/scenario-result.js';
import type { DeliveryKind, WebhookDelivery } from '../domain/webhook/delivery.js';
import type { Fault } from '../faults/fault.js';
import type { HostileRule } from '../hostile/hostile-kinds.js';
import type { LoggedRequest } from '../http/request-log.js';
import type { Frozen } from '../kernel/draft.js';
import type { SimulatorRules } from '../settings/simulator.options.js';

/** `GET /`. Description of the simulator in the control API. It contains no secrets. */
export interface SimulatorInfo {
  /** Base address of the API. */
  url: string;
  tokenUrl: string;
  clientId: string;
  /** Name of the simulated provider. Absent if the simulator follows the specification. */
  quirks?: string;
  /** Rules of Pix Automático. */
  rules: SimulatorRules;
  /** Name of the receiver. */
  recebedor: string;
  /** The receiver's keys. Absent if every key belongs to the receiver. */
  chaves?: string[];
}

/** A charge in a list of the control API. */
export interface ChargeSummary {
  kind: 'cob' | 'cobv';
  txid: string;
  status: string;
  /** Whether the charge has expired. An expired charge stays ATIVA, but cannot be paid. */
  expired: boolean;
  /** Original amount, as decimal text. */
  valor: string;
  /** Current amount, as decimal text. Absent if the payer chooses the amount. */
  valorDevido?: string;
  chave: string;
  devedor?: string;
  solicitacaoPagador?: string;
  criacao: string;
  /** Expiry (`cob`, RFC 3339) or due date (`cobv`, `YYYY-MM-DD`). */
  vence: string;
  revisao: number;
  /** Number of payments. */
  pagamentos: number;
}

/** `GET /charges`. In all lists, `total` also counts the records that the response does not contain. */
export interface ChargeList {
  charges: ChargeSummary[];
  total: number;
}

/** `GET /charges/{txid}` */
export interface ChargeDetail extends ChargeSummary {
  /** Response of the charge in the Pix API. */
  body: Frozen<CobCompleta | CobVCompleta>;
}

/** `GET /pix` */
export interface PaymentList {
  pix: Pix[];
  total: number;
}

/** An entry of the list of recurrences, with its charges and whether its payer has no funds. */
export interface RecurrenceEntry {
  idRec: string;
  criacao: string;
  semSaldo: boolean;
  rec: RecCompletaPesquisada;
  cobrancas: CobRCompleta[];
}

/** `GET /recs` */
export interface RecurrenceList {
  recs: RecurrenceEntry[];
  total: number;
}

/** A registered webhook, without the query of its address, where integrators put a secret. */
export interface WebhookAddress {
  kind: DeliveryKind;
  /** Absent for webhooks that are not registered for a key. */
  chave?: string;
  url: string;
  criacao: string;
}

/** `GET /webhooks` */
export interface WebhookList {
  webhooks: WebhookAddress[];
}

/** `GET /deliveries` */
export interface DeliveryList {
  deliveries: WebhookDelivery[];
  total: number;
}

/** `GET /faults` */
export interface FaultList {
  faults: readonly Fault[];
}

/** `GET /hostile`, `PUT /hostile` */
export interface HostileList {
  hostile: readonly HostileRule[];
}

/** `GET /scenarios` */
export interface ScenarioList {
  scenarios: ScenarioSummary[];
}

/** `GET /requests`. Only the latest 200 requests are available. */
export interface RequestList {
  requests: LoggedRequest[];
  total: number;
}

/** `GET /clock`: its instant, and its seconds per second of the machine's clock. */
export interface ClockStatus {
  now: string;
  rate: number;
}
