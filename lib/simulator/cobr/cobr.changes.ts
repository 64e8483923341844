import type { CobRSolicitada } from '../../contract/bodies.types.js';
import { dayOf } from '../calendar/civil-date.js';
import type { SimulatorState } from '../simulator-state.js';
import { cancelCobR } from './cobr.moves.js';
import { planCobR } from './cobr.plan.js';
import type { CobRRecord } from './cobr.record.js';
import { checkCancelavel, checkNova } from './cobr.rules.js';
import { checkRetry } from './retry.rules.js';
import { ask } from './tentativas.js';

/** The receiver charges a recurrence. @throws SimulatorProblem */
export function createCobR(state: SimulatorState, txid: string, body: CobRSolicitada): CobRRecord {
  const { politicaRetentativa } = checkNova(state, txid, body);
  const criadaEm = state.clock.now();
  const { conta, tipoConta, agencia } = body.recebedor;
  const cobr: CobRRecord = {
    txid,
    idRec: body.idRec,
    criadaEm,
    dataDeVencimento: body.calendario.dataDeVencimento,
    valor: body.valor.original,
    ajusteDiaUtil: body.ajusteDiaUtil,
    politicaRetentativa,
    ...(body.infoAdicional !== undefined && { infoAdicional: body.infoAdicional }),
    recebedor: { conta, tipoConta, ...(agencia !== undefined && { agencia }) },
    ...(body.devedor && { devedor: devedorOf(body.devedor) }),
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: new Date(criadaEm).toISOString() }],
    tentativas: [],
    pix: [],
  };
  state.cobrs.add(cobr);
  planCobR(state, cobr);
  return cobr;
}

/** The receiver takes a charge back, before the day it is to be settled on. @throws SimulatorProblem */
export function cancelByReceiver(state: SimulatorState, cobr: CobRRecord): void {
  checkCancelavel(cobr, dayOf(state.clock.now()));
  cancelCobR(state, cobr, {
    solicitante: 'USUARIO_RECEBEDOR',
    codigo: 'SLCR',
    descricao: 'Cancelamento solicitado pelo usuário recebedor',
  });
}

/** The receiver asks for another attempt on a day. @throws SimulatorProblem */
export function retry(state: SimulatorState, cobr: CobRRecord, day: string): void {
  checkRetry(cobr, day, dayOf(state.clock.now()));
  ask(state, cobr, { tipo: 'NTAG', dataLiquidacao: day });
  planCobR(state, cobr);
}

function devedorOf(
  devedor: NonNullable<CobRSolicitada['devedor']>,
): NonNullable<CobRRecord['devedor']> {
  const { email, logradouro, cidade, uf, cep } = devedor;
  return {
    ...(email !== undefined && { email }),
    ...(logradouro !== undefined && { logradouro }),
    ...(cidade !== undefined && { cidade }),
    ...(uf !== undefined && { uf }),
    ...(cep !== undefined && { cep }),
  };
}
