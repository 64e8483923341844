import type { CobRRejeicao } from '../../contract/cobr/cobr.types.js';
import { generateEndToEndId, parseValor } from '../../identifiers/index.js';
import { dayOf } from '../calendar/civil-date.js';
import { receivePix } from '../pix/receive-pix.js';
import type { PixRecord } from '../pix/pix.record.js';
import type { RecRecord } from '../rec/rec.record.js';
import type { SimulatorState } from '../simulator-state.js';
import { moveCobR, moveTentativa, tellCobR } from './cobr.moves.js';
import type { CobRRecord, TentativaRecord } from './cobr.record.js';
import { rejectsCharge, rejeicaoOf } from './rejections.js';
import type { CobRRejeicaoCodigo } from './rejections.js';
import { mayRetry } from './retry.rules.js';

/** Sends the payer's provider an order to settle a charge on a day. */
export function ask(
  state: SimulatorState,
  cobr: CobRRecord,
  { tipo, dataLiquidacao }: Pick<TentativaRecord, 'tipo' | 'dataLiquidacao'>,
): void {
  const { clock, settings } = state;
  const tentativa: TentativaRecord = {
    dataLiquidacao,
    tipo,
    endToEndId: generateEndToEndId({ ispb: settings.ispb, date: new Date(clock.now()) }),
    solicitadaEm: clock.now(),
    status: 'SOLICITADA',
    atualizacao: [],
    buscas: 0,
  };
  moveTentativa(state, tentativa, 'SOLICITADA');
  cobr.tentativas.push(tentativa);
  if (cobr.status === 'CRIADA') moveCobR(state, cobr, 'ATIVA');
  tellCobR(state, cobr);
}

/** The payer's provider schedules an order, unless it breaks what the payer authorised. */
export function schedule(
  state: SimulatorState,
  cobr: CobRRecord,
  tentativa: TentativaRecord,
  rec: RecRecord,
): void {
  const codigo = objectionOf(cobr, rec);
  if (codigo !== undefined) {
    fail(state, cobr, tentativa, { rejeicao: rejeicaoOf(codigo) });
    return;
  }
  moveTentativa(state, tentativa, 'AGENDADA');
  tellCobR(state, cobr);
}

/** The payer's provider settles an order: the charge is CONCLUIDA. */
export function settle(
  state: SimulatorState,
  cobr: CobRRecord,
  tentativa: TentativaRecord,
): PixRecord {
  const { txid, valor, idRec } = cobr;
  const { cpf, cnpj } = state.recs.get(idRec)?.pagador ?? {};
  const pagador = cpf !== undefined ? { cpf } : cnpj !== undefined ? { cnpj } : undefined;
  const pix = receivePix(state, {
    endToEndId: tentativa.endToEndId,
    txid,
    valor,
    componentesValor: { original: { valor } },
    ...(pagador && { pagador }),
  });
  cobr.pix.push(pix);
  moveTentativa(state, tentativa, 'PAGA');
  moveCobR(state, cobr, 'CONCLUIDA');
  tellCobR(state, cobr);
  return pix;
}

/**
 * An order comes to nothing: rejected for a reason, or expired with its day for want of funds. The charge is rejected
 * with it for some reasons, is sent again at once for a failure of the provider's, waits for another attempt where there
 * may be one, and has expired otherwise.
 */
export function fail(
  state: SimulatorState,
  cobr: CobRRecord,
  tentativa: TentativaRecord,
  { rejeicao, reenviar = false }: { rejeicao?: CobRRejeicao; reenviar?: boolean } = {},
): void {
  if (rejeicao) tentativa.rejeicao = rejeicao;
  moveTentativa(state, tentativa, rejeicao ? 'REJEITADA' : 'EXPIRADA');
  if (rejeicao && rejectsCharge(rejeicao)) {
    cobr.encerramento = { rejeicao };
    moveCobR(state, cobr, 'REJEITADA');
  } else if (reenviar) {
    ask(state, cobr, { tipo: 'RIFL', dataLiquidacao: tentativa.dataLiquidacao });
    return;
  } else if (!mayRetry(cobr, dayOf(state.clock.now()))) {
    moveCobR(state, cobr, 'EXPIRADA');
  }
  tellCobR(state, cobr);
}

function objectionOf({ valor }: CobRRecord, rec: RecRecord): CobRRejeicaoCodigo | undefined {
  const { valor: { valorRec } = {}, valorMaximo } = rec;
  if (valorRec !== undefined && valorRec !== valor) return 'AM09';
  if (valorMaximo !== undefined && parseValor(valor) > parseValor(valorMaximo)) return 'AM02';
  return undefined;
}
