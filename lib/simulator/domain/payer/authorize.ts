import type { RecEncerramento, RecPagador } from '../../../contract/rec/rec.types.js';
import { checkLength } from '../../problems/check-length.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { payCob } from '../payment/pay-charge.js';
import { approveRec, endRec } from '../recurrence/rec.transitions.js';
import type { Jornada, RecRecord } from '../state/rec.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { answerSolicRec, isOpen } from '../recurrence/solicrec.transitions.js';
import type { SolicRecRecord } from '../state/solicrec.record.js';
import { VALOR } from '../../../values/patterns.js';

/** How a payer authorises a recurrence. */
export interface ApproveOptions {
  /**
   * The way he came by it. Default: `JORNADA_1` while a request to confirm it is open, else `JORNADA_2`, a code that he
   * read. `JORNADA_3` pays the immediate charge that the recurrence names, unless it is paid already.
   */
  jornada?: Jornada;
  /** Who authorises it. Default: the request's addressee, or the recurrence's debtor at a bank of the simulator's. */
  pagador?: RecPagador;
  /** The most that he lets a charge amount to, decimal text. Default: no limit. */
  valorMaximo?: string;
}

/** @throws SimulatorProblem `AutorizacaoRecusada` when it is not CRIADA */
export function approve(state: SimulatorState, rec: RecRecord, options: ApproveOptions): void {
  checkCriada(rec);
  const request = openRequestOf(state, rec);
  const jornada = options.jornada ?? (request ? 'JORNADA_1' : 'JORNADA_2');
  checkLimit(rec, options.valorMaximo);
  if (jornada === 'JORNADA_3') payFirst(state, rec);
  if (request !== undefined && jornada === 'JORNADA_1') answerSolicRec(state, request, 'ACEITA');
  approveRec(state, rec, {
    jornada,
    pagador: options.pagador ?? pagadorOf(state, rec, request),
    valorMaximo: options.valorMaximo,
  });
}

export interface RejectOptions {
  /** Code of the message catalogue. Default: `AP13`. */
  codigo?: 'AP13' | 'AP14';
  /** Default: a sentence that says so. */
  descricao?: string;
}

/** @throws SimulatorProblem `AutorizacaoRecusada` when it is not CRIADA; `RequisicaoInvalida` */
export function reject(
  state: SimulatorState,
  rec: RecRecord,
  { codigo = 'AP13', descricao = 'Recorrência rejeitada pelo usuário pagador' }: RejectOptions,
): void {
  checkCriada(rec);
  checkLength('descricao', descricao, DESCRICAO);
  const request = openRequestOf(state, rec);
  if (request !== undefined) answerSolicRec(state, request, 'REJEITADA');
  endRec(state, rec, 'REJEITADA', { rejeicao: { codigo, descricao } });
}

type Cancelamento = NonNullable<RecEncerramento['cancelamento']>;

export type CancelOptions = Partial<Cancelamento>;

/** @throws SimulatorProblem `AutorizacaoRecusada` when it has ended; `RequisicaoInvalida` */
export function cancelRec(state: SimulatorState, rec: RecRecord, options: CancelOptions): void {
  if (rec.status !== 'CRIADA' && rec.status !== 'APROVADA') throw refusal(rec);
  checkLength('descricao', options.descricao, DESCRICAO);
  endRec(state, rec, 'CANCELADA', {
    cancelamento: {
      solicitante: 'USUARIO_PAGADOR',
      codigo: 'SLDB',
      descricao: 'Cancelamento solicitado pelo usuário pagador',
      ...options,
    },
  });
}

/** @throws SimulatorProblem `AutorizacaoRecusada` */
export function checkCriada(rec: RecRecord): void {
  if (rec.status !== 'CRIADA') throw refusal(rec);
}

function refusal({ status }: RecRecord): SimulatorProblem {
  return new SimulatorProblem('AutorizacaoRecusada', { detail: `A recorrência está ${status}.` });
}

/** schema `RecEncerramento`: length of `descricao`. */
const DESCRICAO = 400;

/** The receiver's floor for the payer's limit (schema `RecBase`, `valorMinimoRecebedor`). */
function checkLimit({ valor }: RecRecord, valorMaximo: string | undefined): void {
  const floor = valor?.valorMinimoRecebedor;
  if (valorMaximo === undefined) return;
  if (!VALOR.test(valorMaximo)) {
    throw new SimulatorProblem('RequisicaoInvalida', {
      violacoes: [{ razao: 'valorMaximo deve ser como 37.00', propriedade: 'valorMaximo' }],
    });
  }
  if (floor === undefined || Number(valorMaximo) >= Number(floor)) return;
  throw new SimulatorProblem('AutorizacaoRecusada', {
    detail: `O recebedor não aceita um valor máximo menor que ${floor}.`,
  });
}

function openRequestOf(
  { solicRecs }: SimulatorState,
  { solicitacoes }: RecRecord,
): SolicRecRecord | undefined {
  const last = solicRecs.get(solicitacoes.at(-1) ?? '');
  return last !== undefined && isOpen(last) ? last : undefined;
}

/** Journey 3 begins with a payment: that of the charge named in `dadosJornada`. */
function payFirst(state: SimulatorState, { txid }: RecRecord): void {
  const cob = txid === undefined ? undefined : state.cobs.get(txid);
  if (cob === undefined) {
    throw new SimulatorProblem('AutorizacaoRecusada', {
      detail: 'A jornada 3 exige a cobrança imediata de ativacao.dadosJornada.txid.',
    });
  }
  if (cob.conteudo.status !== 'CONCLUIDA') payCob(state, cob);
}

/** IBGE code of São Paulo, where the simulator's own payers live. */
const SAO_PAULO = '3550308';

function pagadorOf(
  { settings }: SimulatorState,
  { devedor }: RecRecord,
  request: SolicRecRecord | undefined,
): RecPagador {
  const { cpf, cnpj } = request?.destinatario ?? devedor;
  return {
    ...(cpf === undefined ? { cnpj: cnpj ?? '' } : { cpf }),
    ispbParticipante: request?.destinatario.ispbParticipante ?? settings.ispb,
    codMun: SAO_PAULO,
  };
}
