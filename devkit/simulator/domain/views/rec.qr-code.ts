import { encodeBrCode, type RecCompleta } from 'nestjs-pix';
import type { RecRecord } from '../../families/rec/rec.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatorState } from '../state/simulator-state.js';

/**
 * Builds the QR code data of a recurrence: without a charge for journey 2, with an immediate charge
 * for journey 3, with a due-date charge for journey 4 (schema `RecCompleta`, `dadosQR`). Returns
 * `undefined` if a location is missing.
 *
 * @throws SimulatorProblem `RecConsultaInvalida` if the charge does not match the recurrence
 */
export function buildDadosQr(
  state: SimulatorState,
  rec: RecRecord,
  txid: string | undefined,
): RecCompleta['dadosQR'] | undefined {
  const charge = txid === undefined ? undefined : findCharge(state, rec, txid);
  const recLocation = rec.locId === undefined ? undefined : state.locRecs.get(rec.locId)?.location;
  if (recLocation === undefined || (charge && charge.location === undefined)) return undefined;
  const { nome, cidade } = state.settings.recebedor;
  const location = charge?.location;
  return {
    jornada: charge?.jornada ?? 'JORNADA_2',
    pixCopiaECola: encodeBrCode({
      recLocation,
      ...(location !== undefined && { location }),
      nome,
      cidade,
    }),
  };
}

function findCharge({ cobs, cobvs }: SimulatorState, rec: RecRecord, txid: string) {
  const [cob, cobv] = [cobs.get(txid), cobvs.get(txid)];
  const charge = cob ?? cobv;
  const jornada = cob ? ('JORNADA_3' as const) : ('JORNADA_4' as const);
  const activated = rec.jornada !== 'AGUARDANDO_DEFINICAO';
  if (charge === undefined || (activated && rec.jornada !== jornada)) {
    throw refusal('não corresponde a uma cobrança compatível com ativacao.tipoJornada');
  }
  if (cob && rec.txid !== undefined && rec.txid !== txid) {
    throw refusal('não é o da cobrança imediata informada em ativacao.dadosJornada.txid');
  }
  return { jornada, location: charge.loc?.location };
}

function refusal(rule: string): SimulatorProblem {
  const violacoes = [violation('txid', rule)];
  return new SimulatorProblem('RecConsultaInvalida', { violacoes });
}
