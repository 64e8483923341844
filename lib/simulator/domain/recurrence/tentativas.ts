import type { CobRRejeicao } from '../../../contract/cobr/cobr.types.js';
import { generateEndToEndId, parseValor } from '../../../values/index.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import { receivePix } from '../payment/receive-pix.js';
import type { PixRecord } from '../state/pix.record.js';
import type { RecRecord } from '../state/rec.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { setCobRStatus, setTentativaStatus, updateCobR } from './cobr.transitions.js';
import { findPending } from '../state/cobr.record.js';
import type { CobRRecord, TentativaRecord } from '../state/cobr.record.js';
import type { Draft } from '../../kernel/draft.js';
import { rejectsCharge, toRejeicao } from './rejections.js';
import type { CobRRejeicaoCodigo } from './rejections.js';
import { mayRetry } from './retry.rules.js';

/** Sends the payer's provider a settlement order for a day. */
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
      solicitadaEm: clock.now(),
      status: 'SOLICITADA',
      atualizacao: [{ status: 'SOLICITADA', data: at }],
      buscas: 0,
    });
    if (draft.status === 'CRIADA') setCobRStatus(draft, 'ATIVA', at);
  });
}

/** The payer's provider schedules the pending order, or rejects one that breaks what the payer authorised. */
export function scheduleTentativa(state: SimulatorState, cobr: CobRRecord, rec: RecRecord): void {
  const codigo = findObjection(cobr, rec);
  if (codigo !== undefined) {
    failTentativa(state, cobr, { rejeicao: toRejeicao(codigo) });
    return;
  }
  updateCobR(state, cobr, (draft, at) => {
    const pending = findPending(draft);
    if (pending !== undefined) setTentativaStatus(pending, 'AGENDADA', at);
  });
}

/** The payer's provider settles an order: the charge is CONCLUIDA. */
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
    if (pending !== undefined) setTentativaStatus(pending, 'PAGA', at);
    setCobRStatus(draft, 'CONCLUIDA', at);
  });
  return pix;
}

/**
 * The pending order fails: it is rejected for a reason, or expires at the end of its day without funds. Some reasons
 * reject the charge too. `reenviar` sends the order again at once, as after a failure of the provider. Otherwise the charge
 * waits for a retry where its policy allows one, and expires where it does not.
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
      setTentativaStatus(pending, rejeicao ? 'REJEITADA' : 'EXPIRADA', at);
    }
    if (rejected) {
      draft.encerramento = { rejeicao };
      setCobRStatus(draft, 'REJEITADA', at);
    } else if (!reenviar && !mayRetry(cobr, toDay(state.clock.now()))) {
      setCobRStatus(draft, 'EXPIRADA', at);
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

function findObjection({ valor }: CobRRecord, rec: RecRecord): CobRRejeicaoCodigo | undefined {
  const { valor: { valorRec } = {}, valorMaximo } = rec;
  if (valorRec !== undefined && valorRec !== valor) return 'AM09';
  if (valorMaximo !== undefined && parseValor(valor) > parseValor(valorMaximo)) return 'AM02';
  return undefined;
}
