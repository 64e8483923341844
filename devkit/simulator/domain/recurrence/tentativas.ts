import { generateEndToEndId, parseValor, type CobRRejeicao } from 'nestjs-pix';
import {
  findPending,
  type CobRRecord,
  type TentativaRecord,
} from '../../families/cobr/cobr.record.js';
import type { PixRecord } from '../../families/pix/pix.record.js';
import type { RecRecord } from '../../families/rec/rec.record.js';
import { changeStatus } from '../../families/shared/change-status.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import type { Draft } from '../../kernel/draft.js';
import { receivePix } from '../payment/receive-pix.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { updateCobR } from './cobr.transitions.js';
import { rejectsCharge, toRejeicao, type CobRRejeicaoCodigo } from './rejections.js';
import { mayRetry } from './retry.rules.js';

/** Sends a settlement order for a day to the payer's provider. */
export function requestTentativa(
  state: SimulatorState,
  cobr: CobRRecord,
  { tipo, dataLiquidacao }: Pick<TentativaRecord, 'tipo' | 'dataLiquidacao'>,
): void {
  const { clock, settings } = state;
  updateCobR(state, cobr, (draft, at) => {
    draft.tentativas.push({
      dataLiquidacao,
      tipo,
      endToEndId: generateEndToEndId({ ispb: settings.ispb, date: new Date(clock.now()) }),
      requestedAt: clock.now(),
      status: 'SOLICITADA',
      atualizacao: [{ status: 'SOLICITADA', data: at }],
      fundsChecks: 0,
    });
    if (draft.status === 'CRIADA') changeStatus(draft, 'ATIVA', at);
  });
}

/**
 * Schedules the pending order, or rejects it if it exceeds the payer's authorization, as the
 * payer's provider.
 */
export function scheduleTentativa(state: SimulatorState, cobr: CobRRecord, rec: RecRecord): void {
  const codigo = findRejection(cobr, rec);
  if (codigo !== undefined) {
    failTentativa(state, cobr, { rejeicao: toRejeicao(codigo) });
    return;
  }
  updateCobR(state, cobr, (draft, at) => {
    const pending = findPending(draft);
    if (pending !== undefined) changeStatus(pending, 'AGENDADA', at);
  });
}

/** Settles the pending order, as the payer's provider. The charge becomes CONCLUIDA. */
export function settleTentativa(
  state: SimulatorState,
  cobr: CobRRecord,
  { endToEndId }: TentativaRecord,
): PixRecord {
  const { txid, valor, idRec } = cobr;
  const { cpf, cnpj } = state.recs.get(idRec)?.pagador ?? {};
  const pagador = cpf !== undefined ? { cpf } : cnpj !== undefined ? { cnpj } : undefined;
  const pix = receivePix(state, {
    endToEndId,
    txid,
    valor,
    componentesValor: { original: { valor } },
    ...(pagador && { pagador }),
  });
  updateCobR(state, cobr, (draft, at) => {
    const pending = findPending(draft);
    draft.pix.push(pix);
    if (pending !== undefined) changeStatus(pending, 'PAGA', at);
    changeStatus(draft, 'CONCLUIDA', at);
  });
  return pix;
}

/**
 * Fails the pending order. With `rejeicao` it is rejected, otherwise it expires at the end of its
 * day. Some rejections also reject the charge. Otherwise the charge waits for a retry if its policy
 * allows one, and expires if not.
 *
 * @param options `reenviar` sends the order again immediately, as after a failure of the provider
 */
export function failTentativa(
  state: SimulatorState,
  cobr: CobRRecord,
  { rejeicao, reenviar = false }: { rejeicao?: CobRRejeicao; reenviar?: boolean } = {},
): void {
  const dataLiquidacao = findPending(cobr)?.dataLiquidacao;
  const rejected = rejeicao !== undefined && rejectsCharge(rejeicao);
  const change = (draft: Draft<CobRRecord>, at: string): void => {
    const pending = findPending(draft);
    if (pending !== undefined) {
      if (rejeicao) pending.rejeicao = rejeicao;
      changeStatus(pending, rejeicao ? 'REJEITADA' : 'EXPIRADA', at);
    }
    if (rejected) {
      draft.encerramento = { rejeicao };
      changeStatus(draft, 'REJEITADA', at);
    } else if (!reenviar && !mayRetry(cobr, toDay(state.clock.now()))) {
      changeStatus(draft, 'EXPIRADA', at);
    }
  };
  if (reenviar && !rejected && dataLiquidacao !== undefined) {
    // One notification shows both: the failed order and the new one.
    state.cobrs.update(cobr, (draft) => {
      change(draft, state.clock.iso());
    });
    requestTentativa(state, cobr, { tipo: 'RIFL', dataLiquidacao });
  } else updateCobR(state, cobr, change);
}

function findRejection({ valor }: CobRRecord, rec: RecRecord): CobRRejeicaoCodigo | undefined {
  const { valor: { valorRec } = {}, valorMaximo } = rec;
  if (valorRec !== undefined && valorRec !== valor) return 'AM09';
  if (valorMaximo !== undefined && parseValor(valor) > parseValor(valorMaximo)) return 'AM02';
  return undefined;
}
