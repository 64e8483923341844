import type { Plain } from 'nestjs-pix';
import type { CobRSolicitadaDto } from 'nestjs-pix/dto';
import type { CobRRecord } from '../../families/cobr/cobr.record.js';
import { toContact } from '../../families/shared/debtor.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { checkCancellable, checkCreation } from './cobr.rules.js';
import { cancelCobR } from './cobr.transitions.js';
import { checkRetry } from './retry.rules.js';
import { requestTentativa } from './tentativas.js';

/** Creates a charge of a recurrence. @throws SimulatorProblem `CobROperacaoInvalida` */
export function createCobR(
  state: SimulatorState,
  txid: string,
  body: Plain<CobRSolicitadaDto>,
): CobRRecord {
  const { politicaRetentativa } = checkCreation(state, txid, body);
  const createdAt = state.clock.now();
  const { conta, tipoConta, agencia } = body.recebedor;
  return state.cobrs.add({
    txid,
    idRec: body.idRec,
    createdAt,
    dataDeVencimento: body.calendario.dataDeVencimento,
    valor: body.valor.original,
    ajusteDiaUtil: body.ajusteDiaUtil,
    politicaRetentativa,
    ...(body.infoAdicional !== undefined && { infoAdicional: body.infoAdicional }),
    recebedor: { conta, tipoConta, ...(agencia !== undefined && { agencia }) },
    ...(body.devedor && { devedor: toContact(body.devedor) }),
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: new Date(createdAt).toISOString() }],
    tentativas: [],
    pix: [],
  });
}

/** Cancels a charge, as the receiver. @throws SimulatorProblem `CobROperacaoInvalida` if it is too late */
export function cancelByReceiver(state: SimulatorState, cobr: CobRRecord): void {
  checkCancellable(state, cobr);
  cancelCobR(state, cobr, {
    solicitante: 'USUARIO_RECEBEDOR',
    codigo: 'SLCR',
    descricao: 'Cancelamento solicitado pelo usuário recebedor',
  });
}

/** Requests a further attempt on a day, as the receiver. @throws SimulatorProblem `CobROperacaoInvalida` */
export function retry(state: SimulatorState, cobr: CobRRecord, day: string): void {
  checkRetry(state, cobr, day);
  requestTentativa(state, cobr, { tipo: 'NTAG', dataLiquidacao: day });
}
