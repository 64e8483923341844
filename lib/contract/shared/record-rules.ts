import { isObject } from '../../errors/index.js';
import { isCalendarDate } from '../../values/index.js';
import type { PixRecordRule } from '../operation.js';

/** Immediate charges (BCB schema `CobGerada`). */
export const cobRecord: PixRecordRule = {
  money: ['status', 'valor', 'chave', 'devedor.cpf', 'devedor.cnpj', 'loc.id'],
  required: ['status', 'valor.original', 'chave'],
  stateful: ['status', 'loc'],
  lifecycle: {
    open: ['ATIVA'],
    fulfilled: ['CONCLUIDA'],
    ended: ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'],
  },
  created: 'calendario.criacao',
  history: 'revised',
};

/** Due-date charges (BCB schema `CobVGerada`). Whether a due date is past depends on the day. */
export const cobvRecord: PixRecordRule = {
  ...cobRecord,
  money: [...cobRecord.money, 'calendario.dataDeVencimento', 'calendario.validadeAposVencimento'],
  stateful: [...cobRecord.stateful, 'calendario.dataDeVencimento'],
};

/** The longest run of days without settlement, from the Saturday of Carnival to Ash Wednesday. */
const MOST_DAYS_MOVED = 4;
const DAY_MS = 86_400_000;

/** Whether a due date moved to a later working day, as `ajusteDiaUtil` asks. */
function isMovedDueDate(path: string, found: unknown, sent: object): boolean {
  const { ajusteDiaUtil, calendario } = sent as { ajusteDiaUtil?: unknown; calendario?: unknown };
  if (path !== 'calendario.dataDeVencimento' || ajusteDiaUtil !== true) return false;
  const wanted = isObject(calendario) ? calendario.dataDeVencimento : undefined;
  if (!isCalendarDate(wanted) || !isCalendarDate(found)) return false;
  const days = (Date.parse(found) - Date.parse(wanted)) / DAY_MS;
  const isWeekend = [0, 6].includes(new Date(found).getUTCDay());
  return days > 0 && days <= MOST_DAYS_MOVED && !isWeekend;
}

/** Recurring charges (BCB schema `CobRGerada`). Only their status changes. */
export const cobrRecord: PixRecordRule = {
  money: ['status', 'idRec', 'valor', 'calendario.dataDeVencimento', 'recebedor.conta'],
  required: ['status', 'valor.original'],
  equivalent: isMovedDueDate,
  stateful: ['status', 'idRec', 'calendario'],
  lifecycle: {
    open: ['CRIADA', 'ATIVA'],
    fulfilled: ['CONCLUIDA'],
    ended: ['EXPIRADA', 'REJEITADA', 'CANCELADA'],
  },
  // `calendario.criacao` is a day without a time.
  created: 'atualizacao.0.data',
  history: 'fixed',
};

/** Refunds (BCB schema `Devolucao`). Only their status changes. */
export const refundRecord: PixRecordRule = {
  money: ['valor'],
  required: ['valor'],
  stateful: ['valor'],
  lifecycle: {
    open: ['EM_PROCESSAMENTO'],
    fulfilled: ['DEVOLVIDO'],
    ended: ['NAO_REALIZADO'],
  },
  created: 'horario.solicitacao',
  history: 'fixed',
};

/** Batches of due-date charges (BCB schema `LoteCobVConsultado`); their items are compared too. */
export const loteRecord: PixRecordRule = {
  money: ['cobsv'],
  stateful: ['cobsv'],
  created: 'criacao',
  history: 'replaced',
};

/** Webhooks (BCB schema `WebhookCompleto`). A provider may call the address before it accepts it. */
export const webhookRecord: PixRecordRule = {
  money: ['webhookUrl'],
  required: ['webhookUrl'],
  stateful: ['webhookUrl'],
  history: 'replaced',
};

/** Locations (BCB schema `PayloadLocation`). */
export const locRecord: PixRecordRule = { money: ['tipoCob'], stateful: [], history: 'replaced' };

/** Recurrences (BCB schema `RecGerada`). */
export const recRecord: PixRecordRule = {
  money: [
    'status',
    'valor',
    'vinculo.devedor.cpf',
    'vinculo.devedor.cnpj',
    'calendario',
    'politicaRetentativa',
    'loc',
  ],
  required: ['status'],
  stateful: ['status', 'loc', 'calendario.dataInicial', 'ativacao'],
  lifecycle: {
    open: ['CRIADA', 'APROVADA'],
    fulfilled: [],
    ended: ['REJEITADA', 'EXPIRADA', 'CANCELADA'],
  },
  history: 'replaced',
};

/** Requests to confirm a recurrence (BCB schema `SolicRecCompleta`). */
export const solicRecRecord: PixRecordRule = {
  money: ['status', 'idRec', 'destinatario.cpf', 'destinatario.cnpj', 'destinatario.conta'],
  required: ['status'],
  stateful: ['status', 'idRec'],
  lifecycle: {
    open: ['CRIADA', 'ENVIADA', 'RECEBIDA'],
    fulfilled: ['ACEITA'],
    ended: ['REJEITADA', 'EXPIRADA', 'CANCELADA'],
  },
  history: 'fixed',
};
