import type { RecEncerramento, RecPagador } from 'nestjs-pix';
import { VALOR } from 'nestjs-pix/spec';
import { setStatus } from '../../families/charges.js';
import { toTaxId } from '../../families/family.js';
import {
  findTooLong,
  refuse,
  requireFound,
  SimulatorProblem,
  violationIf,
} from '../../families/problems.js';
import {
  isCobROpen,
  resolveFirstDay,
  type CobRRecord,
  type Jornada,
  type RecRecord,
  type SolicRecRecord,
} from '../../families/recurrences.js';
import { toDay } from '../../kernel/calendar.js';
import { checkAtiva } from '../charge/charge.js';
import { payCharge } from '../payment/pay.js';
import { approveRec, endRec } from '../recurrence/rec.js';
import { answerSolicRec, isSolicRecOpen } from '../recurrence/solicrec.js';
import { cancelCobR } from '../recurrence/tentativas.js';
import type { SimulatorState } from '../state.js';

/** How a payer authorizes a recurrence. */
export interface ApproveOptions {
  /**
   * Journey of the authorization. Default: `JORNADA_1` if a request to confirm is open, otherwise `JORNADA_2` (the
   * payer reads a code). `JORNADA_3` also pays the immediate charge of the recurrence, unless it is paid.
   */
  jornada?: Jornada;
  /** The payer. Default: the addressee of the open request, or the recurrence's debtor at the simulated participant. */
  pagador?: RecPagador;
  /** Maximum amount of a charge, as decimal text. Default: no limit. */
  valorMaximo?: string;
}

/** Authorizes a recurrence as its payer. @throws SimulatorProblem `AutorizacaoRecusada` if it is not CRIADA */
export function approve(state: SimulatorState, rec: RecRecord, options: ApproveOptions): void {
  checkCriada(rec);
  const request = findOpenRequest(state, rec);
  const jornada = options.jornada ?? (request ? 'JORNADA_1' : 'JORNADA_2');
  checkLimit(rec, options.valorMaximo);
  if (jornada === 'JORNADA_3') payActivationCharge(state, rec);
  if (request !== undefined && jornada === 'JORNADA_1') answerSolicRec(state, request, 'ACEITA');
  approveRec(state, rec, {
    jornada,
    pagador: options.pagador ?? resolvePagador(state, rec, request),
    valorMaximo: options.valorMaximo,
  });
}

export interface RejectOptions {
  /** Code of the message catalogue. Default: `AP13`. */
  codigo?: 'AP13' | 'AP14';
  /** At most 400 characters. Default: `Recorrência rejeitada pelo usuário pagador`. */
  descricao?: string;
}

/**
 * Rejects a recurrence and its open request to confirm, as its payer.
 *
 * @throws SimulatorProblem `AutorizacaoRecusada` if it is not CRIADA; `RequisicaoInvalida`
 */
export function reject(
  state: SimulatorState,
  rec: RecRecord,
  { codigo = 'AP13', descricao = 'Recorrência rejeitada pelo usuário pagador' }: RejectOptions,
): void {
  checkCriada(rec);
  refuse('RequisicaoInvalida', findTooLong('descricao', descricao, DESCRICAO));
  const request = findOpenRequest(state, rec);
  if (request !== undefined) answerSolicRec(state, request, 'REJEITADA');
  endRec(state, rec, 'REJEITADA', { rejeicao: { codigo, descricao } });
}

type Cancelamento = NonNullable<RecEncerramento['cancelamento']>;

/** Fields of the cancellation. Default: a cancellation by the payer, `SLDB`. */
export type CancelOptions = Partial<Cancelamento>;

/** Cancels a recurrence. @throws SimulatorProblem `AutorizacaoRecusada` if it has ended; `RequisicaoInvalida` */
export function cancelRec(state: SimulatorState, rec: RecRecord, options: CancelOptions): void {
  if (rec.status !== 'CRIADA' && rec.status !== 'APROVADA') throw refusal(rec);
  refuse('RequisicaoInvalida', findTooLong('descricao', options.descricao, DESCRICAO));
  endRec(state, rec, 'CANCELADA', {
    cancelamento: {
      solicitante: 'USUARIO_PAGADOR',
      codigo: 'SLDB',
      descricao: 'Cancelamento solicitado pelo usuário pagador',
      ...options,
    },
  });
}

/** @throws SimulatorProblem `AutorizacaoRecusada` if the recurrence is not CRIADA */
export function checkCriada(rec: RecRecord): void {
  if (rec.status !== 'CRIADA') throw refusal(rec);
}

function refusal({ status }: RecRecord): SimulatorProblem {
  return new SimulatorProblem('AutorizacaoRecusada', `A recorrência está ${status}.`);
}

/** Maximum length of `descricao` (schema `RecEncerramento`). */
const DESCRICAO = 400;

/** Checks the payer's limit against the receiver's minimum (schema `RecBase`, `valorMinimoRecebedor`). */
function checkLimit({ valor }: RecRecord, valorMaximo: string | undefined): void {
  const floor = valor?.valorMinimoRecebedor;
  if (valorMaximo === undefined) return;
  const isAmount = VALOR.test(valorMaximo);
  refuse('RequisicaoInvalida', violationIf(!isAmount, 'valorMaximo', 'deve ser como 37.00'));
  if (floor === undefined || Number(valorMaximo) >= Number(floor)) return;
  throw new SimulatorProblem(
    'AutorizacaoRecusada',
    `O recebedor não aceita um valor máximo menor que ${floor}.`,
  );
}

function findOpenRequest(
  { solicRecs }: SimulatorState,
  { solicitacoes }: RecRecord,
): SolicRecRecord | undefined {
  const last = solicRecs.get(solicitacoes.at(-1));
  return last !== undefined && isSolicRecOpen(last) ? last : undefined;
}

/** Pays the charge of `dadosJornada`: journey 3 begins with its payment. */
function payActivationCharge(state: SimulatorState, { txid }: RecRecord): void {
  const cob = state.cobs.get(txid);
  if (cob === undefined) {
    throw new SimulatorProblem(
      'AutorizacaoRecusada',
      'A jornada 3 exige a cobrança imediata de ativacao.dadosJornada.txid.',
    );
  }
  if (cob.conteudo.status !== 'CONCLUIDA') payCharge(state, cob);
}

/** IBGE code of São Paulo, the municipality of simulated payers. */
const SAO_PAULO = '3550308';

function resolvePagador(
  { settings }: SimulatorState,
  { devedor }: RecRecord,
  request: SolicRecRecord | undefined,
): RecPagador {
  return {
    ...toTaxId(request?.destinatario ?? devedor),
    ispbParticipante: request?.destinatario.ispbParticipante ?? settings.ispb,
    codMun: SAO_PAULO,
  };
}

/**
 * Finds the recurrence of an open request to confirm.
 *
 * @throws SimulatorProblem `AutorizacaoRecusada` if it is not open
 */
export function findOpenRec(state: SimulatorState, idSolicRec: string): RecRecord {
  const request = state.solicRecs.require(idSolicRec);
  const rec = state.recs.get(request.idRec);
  if (rec !== undefined && isSolicRecOpen(request)) return rec;
  throw new SimulatorProblem('AutorizacaoRecusada', `A solicitação está ${request.status}.`);
}

/**
 * Cancels a charge of a recurrence, as its payer. Possible until the day before its first attempt.
 *
 * @throws SimulatorProblem `AutorizacaoRecusada`
 */
export function cancelCobRByPayer(state: SimulatorState, cobr: CobRRecord): void {
  const today = toDay(state.clock.now());
  if (!isCobROpen(cobr) || today >= resolveFirstDay(cobr)) {
    throw new SimulatorProblem(
      'AutorizacaoRecusada',
      `A cobrança está ${cobr.status}, e só pode ser cancelada até a véspera da liquidação.`,
    );
  }
  cancelCobR(state, cobr, {
    solicitante: 'USUARIO_PAGADOR',
    codigo: 'SLBD',
    descricao: 'Cancelamento solicitado pelo usuário pagador',
  });
}

/** Removes a charge that is ATIVA, as the provider. @throws SimulatorProblem */
export function removeByProvider(state: SimulatorState, txid: string): void {
  const charge = requireFound(state.findCharge(txid), 'CobNaoEncontrado');
  checkAtiva(charge);
  state.updateCharge(charge, (draft) => {
    setStatus(draft, 'REMOVIDA_PELO_PSP');
  });
}
