import { decodeBrCode, parseValor, ValidationError, type BrCode } from 'nestjs-pix';
import type { PayableRecord, PixRecord } from '../../families/charges.js';
import { requireFound, SimulatorProblem } from '../../families/problems.js';
import {
  findPending,
  isCobROpen,
  resolveFirstDay,
  type CobRRecord,
  type Jornada,
  type RecRecord,
  type SolicRecState,
  type TentativaRecord,
} from '../../families/recurrences.js';
import type { SimulatedProfile } from '../../profiles/profile.js';
import { payCharge, payKey, type PayOptions } from '../payment/pay.js';
import { isSolicRecOpen, setSolicRecStatus } from '../recurrence/solicrec.js';
import {
  failTentativa,
  requestTentativa,
  settleTentativa,
  toRejeicao,
  type CobRRejeicaoCodigo,
} from '../recurrence/tentativas.js';
import type { SimulatorState } from '../state.js';
import { approve, checkCriada, reject } from './authorize.js';

/** Pays the charge of a txid, of any kind. @throws SimulatorProblem `CobNaoEncontrado`, `PagamentoRecusado`, … */
export function payTxid(state: SimulatorState, txid: string, options: PayOptions): PixRecord {
  const charge = state.findCharge(txid);
  if (charge !== undefined) return payCharge(state, charge, options);
  return payCobR(state, requireFound(state.cobrs.get(txid), 'CobNaoEncontrado'), options.force);
}

export interface PayBrCodeOptions extends PayOptions {
  /** Whether the payer also authorizes the recurrence of a composite code. Default: `true`. */
  autorizar?: boolean;
}

/**
 * Pays a BR Code: the charge at its location, or its key. A composite code also authorizes its recurrence.
 *
 * @throws SimulatorProblem
 */
export function payBrCode(
  state: SimulatorState,
  text: string,
  options: PayBrCodeOptions,
): PixRecord {
  const code = decode(text);
  const { recLocation } = code;
  const { autorizar = true } = options;
  const rec = autorizar && recLocation !== undefined ? findRecAt(state, recLocation) : undefined;
  if (rec !== undefined) checkCriada(rec);
  const pix = payCode(state, code, options);
  if (rec !== undefined) {
    const jornada = resolveJourney(state, code);
    if (jornada === 'JORNADA_3') {
      state.recs.update(rec, (draft) => {
        draft.txid = pix.txid;
      });
    }
    approve(state, rec, { jornada });
  }
  return pix;
}

/** Finds the recurrence of a BR Code and the journey of an authorization by that code. @throws SimulatorProblem */
export function findRecByBrCode(
  state: SimulatorState,
  text: string,
): { rec: RecRecord; jornada: Jornada } {
  const code = decode(text);
  if (code.recLocation === undefined) {
    throw new SimulatorProblem('AutorizacaoRecusada', 'Este código não tem uma recorrência.');
  }
  return { rec: findRecAt(state, code.recLocation), jornada: resolveJourney(state, code) };
}

/** Pays the charge or the key of a code. @throws SimulatorProblem if it has neither */
function payCode(state: SimulatorState, code: BrCode, options: PayOptions): PixRecord {
  const { location, chave } = code;
  if (location !== undefined) return payTxid(state, findTxidAt(state, location), options);
  if (chave !== undefined) return payStatic(state, chave, code, options);
  throw new SimulatorProblem(
    'PagamentoRecusado',
    'Este código só autoriza uma recorrência, e nada tem a pagar.',
  );
}

function payStatic(
  state: SimulatorState,
  chave: string,
  code: BrCode,
  options: PayOptions,
): PixRecord {
  const { txid } = code;
  const valor = code.valor ?? options.valor;
  if (valor === undefined || (options.valor !== undefined && options.valor !== valor)) {
    throw new SimulatorProblem(
      'PagamentoRecusado',
      valor === undefined ? 'O valor cabe ao pagador neste código.' : `O código é de ${valor}.`,
    );
  }
  return payKey(state, chave, { ...options, valor, ...(txid !== undefined && { txid }) });
}

function resolveJourney(state: SimulatorState, { location, chave }: BrCode): Jornada {
  if (location === undefined) return chave === undefined ? 'JORNADA_2' : 'JORNADA_4';
  return state.locs.find(location)?.tipoCob === 'cob' ? 'JORNADA_3' : 'JORNADA_4';
}

function findTxidAt({ locs }: SimulatorState, location: string): string {
  return requireFound(locs.find(location)?.txid, 'CobPayloadNaoEncontrado');
}

function findRecAt({ locRecs, recs }: SimulatorState, location: string): RecRecord {
  return requireFound(recs.get(locRecs.find(location)?.idRec), 'RecPayloadNaoEncontrado');
}

function decode(text: string): BrCode {
  try {
    return decodeBrCode(text);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new SimulatorProblem('RequisicaoInvalida', { violacoes: error.violacoes });
  }
}

/** Milliseconds of the simulator's clock from a charge's creation to its payment. */
const DELAY = 1_000;

/** Pays new charges with an amount in the provider's range, as some sandboxes do. */
export function payAutomatically(
  { server }: SimulatedProfile,
  { changes, clock, cobs, cobvs }: SimulatorState,
  pay: (txid: string) => Promise<unknown>,
): void {
  const autoPay = server?.autoPay;
  if (autoPay === undefined) return;
  const [from, to] = [parseValor(autoPay.from), parseValor(autoPay.to)];
  const seen = new WeakSet();
  changes.subscribe({
    changed: (store, record) => {
      if ((store !== cobs && store !== cobvs) || seen.has(record)) return;
      seen.add(record);
      const { txid, conteudo } = record as PayableRecord;
      const valor = parseValor(conteudo.valor.original);
      if (valor < from || valor > to) return;
      clock.after(DELAY, () => {
        // The payment fails if the charge has been paid, removed or has expired in the meantime.
        pay(txid).catch(() => undefined);
      });
    },
    removed: () => undefined,
    cleared: () => undefined,
  });
}

// The actions of payers that the sandbox of a bank offers as operations of its API.

/**
 * Sets the status of the open request to confirm a recurrence, as its payer.
 *
 * @throws SimulatorProblem `SolicRecNaoEncontrada` if the recurrence has no open request; `AutorizacaoRecusada`
 */
export function setSolicRecStatusByPayer(
  state: SimulatorState,
  rec: RecRecord,
  status: Exclude<SolicRecState, 'CRIADA' | 'EXPIRADA'>,
): void {
  const request = state.solicRecs.get(rec.solicitacoes.at(-1) ?? '');
  if (request === undefined || !isSolicRecOpen(request)) {
    throw new SimulatorProblem(
      'SolicRecNaoEncontrada',
      'A recorrência não tem solicitação em aberto.',
    );
  }
  if (status === 'ACEITA') approve(state, rec, { jornada: 'JORNADA_1' });
  else if (status === 'REJEITADA') reject(state, rec, {});
  else setSolicRecStatus(state, request, status);
}

/**
 * Pays an open recurring charge in full before its day.
 *
 * @throws SimulatorProblem `PagamentoRecusado` if the amount differs or the charge is not open
 */
export function settleCobR(state: SimulatorState, cobr: CobRRecord, valor: string): PixRecord {
  if (!isCobROpen(cobr) || valor !== cobr.valor) {
    const text = `A cobrança está ${cobr.status}, com o valor ${cobr.valor}.`;
    throw new SimulatorProblem('PagamentoRecusado', text);
  }
  return payCobR(state, cobr, true);
}

/** How an attempt to settle a recurring charge ends. */
export type AttemptOutcome = 'PAGA' | 'REJEITADA' | 'EXPIRADA';

export interface AttemptOptions {
  /** Reason for REJEITADA. Some codes also reject the charge. Default: `FBRD`, which does not. */
  codigo?: CobRRejeicaoCodigo;
  /**
   * Whether the receiver's provider sends the order again immediately, as after its own failure (`RIFL`). Default:
   * `false`.
   */
  reenviar?: boolean;
}

/** Ends the pending attempt of a charge. @throws SimulatorProblem `PagamentoRecusado` if there is no pending attempt */
export function settleAttempt(
  state: SimulatorState,
  cobr: CobRRecord,
  outcome: AttemptOutcome,
  { codigo = 'FBRD', reenviar = false }: AttemptOptions = {},
): void {
  const pending = requirePending(cobr);
  if (outcome === 'PAGA') settleTentativa(state, cobr, pending);
  else {
    const rejeicao = outcome === 'REJEITADA' ? toRejeicao(codigo) : undefined;
    failTentativa(state, cobr, { ...(rejeicao && { rejeicao }), reenviar });
  }
}

/**
 * Settles a charge before its day.
 *
 * @param force also settles an open charge that has no attempt yet
 * @throws SimulatorProblem as {@link settleAttempt}
 */
function payCobR(state: SimulatorState, cobr: CobRRecord, force = false): PixRecord {
  if (force && isCobROpen(cobr) && findPending(cobr) === undefined) {
    requestTentativa(state, cobr, { tipo: 'AGND', dataLiquidacao: resolveFirstDay(cobr) });
  }
  return settleTentativa(state, cobr, requirePending(cobr));
}

function requirePending(cobr: CobRRecord): TentativaRecord {
  const pending = findPending(cobr);
  if (pending !== undefined) return pending;
  const text = `A cobrança está ${cobr.status}, sem tentativa de liquidação em andamento.`;
  throw new SimulatorProblem('PagamentoRecusado', text);
}
