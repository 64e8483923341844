import { decodeBrCode, ValidationError, type BrCode } from 'nestjs-pix';
import type { PixRecord } from '../../families/pix/pix.record.js';
import type { Jornada, RecRecord } from '../../families/rec/rec.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { payCob, payCobV } from '../payment/pay-charge.js';
import { payKey } from '../payment/pay-key.js';
import type { PayOptions } from '../payment/pay.options.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { payCobR } from './attempt.js';
import { approve, checkCriada } from './authorize.js';

/** Pays the charge of a txid, of any kind. @throws SimulatorProblem `CobNaoEncontrado`, `PagamentoRecusado`, … */
export function payTxid(state: SimulatorState, txid: string, options: PayOptions): PixRecord {
  const cob = state.cobs.get(txid);
  if (cob !== undefined) return payCob(state, cob, options);
  const cobv = state.cobvs.get(txid);
  if (cobv !== undefined) return payCobV(state, cobv, options);
  const cobr = state.cobrs.get(txid);
  if (cobr !== undefined) return payCobR(state, cobr, options.force);
  throw new SimulatorProblem('CobNaoEncontrado');
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
    throw new SimulatorProblem('AutorizacaoRecusada', {
      detail: 'Este código não tem uma recorrência.',
    });
  }
  return { rec: findRecAt(state, code.recLocation), jornada: resolveJourney(state, code) };
}

/** Pays the charge or the key of a code. @throws SimulatorProblem if it has neither */
function payCode(state: SimulatorState, code: BrCode, options: PayOptions): PixRecord {
  const { location, chave } = code;
  if (location !== undefined) return payTxid(state, findTxidAt(state, location), options);
  if (chave !== undefined) return payStatic(state, chave, code, options);
  throw new SimulatorProblem('PagamentoRecusado', {
    detail: 'Este código só autoriza uma recorrência, e nada tem a pagar.',
  });
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
    throw new SimulatorProblem('PagamentoRecusado', {
      detail:
        valor === undefined ? 'O valor cabe ao pagador neste código.' : `O código é de ${valor}.`,
    });
  }
  return payKey(state, chave, { ...options, valor, ...(txid !== undefined && { txid }) });
}

function resolveJourney(state: SimulatorState, { location, chave }: BrCode): Jornada {
  if (location === undefined) return chave === undefined ? 'JORNADA_2' : 'JORNADA_4';
  return state.locs.find(location)?.tipoCob === 'cob' ? 'JORNADA_3' : 'JORNADA_4';
}

function findTxidAt({ locs }: SimulatorState, location: string): string {
  const txid = locs.find(location)?.txid;
  if (txid === undefined) throw new SimulatorProblem('CobPayloadNaoEncontrado');
  return txid;
}

function findRecAt({ locRecs, recs }: SimulatorState, location: string): RecRecord {
  const rec = recs.get(locRecs.find(location)?.idRec);
  if (rec === undefined) throw new SimulatorProblem('RecPayloadNaoEncontrado');
  return rec;
}

function decode(text: string): BrCode {
  try {
    return decodeBrCode(text);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new SimulatorProblem('RequisicaoInvalida', {
      violacoes: error.violacoes,
    });
  }
}
