import type { RecPayload } from '../../../contract/payload/payload.types.js';
import type { RecBase } from '../../../contract/rec/rec-base.types.js';
import type {
  RecCompletaPesquisada,
  RecGerada,
  RecNotification,
} from '../../../contract/rec/rec.types.js';
import { toLocRec } from './locrec.view.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { toSolicRec } from './solicrec.view.js';
import type { RecRecord } from '../state/rec.record.js';

/** Schema `RecBase`. */
function toBase(rec: RecRecord): RecBase {
  const { contrato, devedor, objeto, dataInicial, dataFinal, periodicidade, valor } = rec;
  return {
    vinculo: { contrato, devedor, ...(objeto !== undefined && { objeto }) },
    calendario: { dataInicial, ...(dataFinal !== undefined && { dataFinal }), periodicidade },
    ...(valor && { valor }),
  };
}

/** What every answer and every notification tells of where a recurrence stands. */
export function toNotification(rec: RecRecord): RecNotification {
  const { idRec, status, atualizacao, encerramento, jornada, txid } = rec;
  return {
    idRec,
    status,
    atualizacao: [...atualizacao],
    ...(encerramento && { encerramento }),
    ativacao: { tipoJornada: jornada, ...(txid !== undefined && { dadosJornada: { txid } }) },
  };
}

/** A recurrence as created or revised (schema `RecGerada`). */
export function toRec(state: SimulatorState, rec: RecRecord): RecGerada {
  const { cnpj, nome } = state.settings.recebedor;
  const { convenio, locId, politicaRetentativa } = rec;
  const loc = locId === undefined ? undefined : state.locRecs.get(locId);
  return {
    ...toNotification(rec),
    ...toBase(rec),
    recebedor: { cnpj, nome, ...(convenio !== undefined && { convenio }) },
    politicaRetentativa,
    ...(loc && { loc: toLocRec(loc) }),
  };
}

/** A recurrence as it is read (schema `RecCompletaPesquisada`). */
export function toRecPesquisada(state: SimulatorState, rec: RecRecord): RecCompletaPesquisada {
  const { pagador, solicitacoes, politicaRetentativa } = rec;
  const requests = solicitacoes.flatMap((id) => state.solicRecs.get(id) ?? []);
  return {
    ...toRec(state, rec),
    politicaRetentativa,
    ...(pagador && { pagador }),
    ...(requests.length > 0 && {
      solicitacao: requests.map((request) => toSolicRec(request, toRecPayload(state, rec))),
    }),
  };
}

/** A recurrence as its payer reads it (schema `RecPayload`). */
export function toRecPayload({ settings }: SimulatorState, rec: RecRecord): RecPayload {
  const { cnpj, nome } = settings.recebedor;
  const { idRec, politicaRetentativa, atualizacao } = rec;
  return {
    idRec,
    ...toBase(rec),
    politicaRetentativa,
    recebedor: { cnpj, nome, ispbParticipante: settings.ispb },
    atualizacao: [...atualizacao],
  };
}
