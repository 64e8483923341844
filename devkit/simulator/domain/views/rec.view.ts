import type {
  RecBase,
  RecCompletaPesquisada,
  RecGerada,
  RecNotification,
  RecPayload,
} from 'nestjs-pix';
import type { RecRecord } from '../../families/rec/rec.record.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { toLocRec } from './locrec.view.js';
import { toSolicRec } from './solicrec.view.js';

/** Converts a recurrence to schema `RecBase`. */
function toBase(rec: RecRecord): RecBase {
  const { contrato, devedor, objeto, dataInicial, dataFinal, periodicidade, valor } = rec;
  return {
    vinculo: { contrato, devedor, ...(objeto !== undefined && { objeto }) },
    calendario: { dataInicial, ...(dataFinal !== undefined && { dataFinal }), periodicidade },
    ...(valor && { valor }),
  };
}

/** Converts a recurrence to the fields that responses and notifications share. */
export function toRecNotification(rec: RecRecord): RecNotification {
  const { idRec, status, atualizacao, encerramento, jornada, txid } = rec;
  return {
    idRec,
    status,
    atualizacao: [...atualizacao],
    ...(encerramento && { encerramento }),
    ativacao: { tipoJornada: jornada, ...(txid !== undefined && { dadosJornada: { txid } }) },
  };
}

/** Converts a recurrence to the response of a creation or revision (schema `RecGerada`). */
export function toRec(state: SimulatorState, rec: RecRecord): RecGerada {
  const { cnpj, nome } = state.settings.recebedor;
  const { convenio, locId, politicaRetentativa } = rec;
  const loc = locId === undefined ? undefined : state.locRecs.get(locId);
  return {
    ...toRecNotification(rec),
    ...toBase(rec),
    recebedor: { cnpj, nome, ...(convenio !== undefined && { convenio }) },
    politicaRetentativa,
    ...(loc && { loc: toLocRec(loc) }),
  };
}

/** Converts a recurrence to the response of a read (schema `RecCompletaPesquisada`). */
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

/** Converts a recurrence to its payload (schema `RecPayload`). */
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
