import type { RecFilter, RecRevisada, RecSolicitada } from '../../contract/bodies.types.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { pageRequestOf, parametrosOf } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import { createRec, reviseRec } from './rec.changes.js';
import { dadosQrOf } from './rec.qr-code.js';
import type { RecRecord } from './rec.record.js';
import { toRec, toRecPesquisada } from './rec.view.js';

/** The four operations of recurrences. */
export function recHandlers(state: SimulatorState): Handlers {
  const { recs } = state;
  return {
    'rec.create': ({ body }: HandlerCall<RecSolicitada>) => toRec(state, createRec(state, body)),

    'rec.revise': ({ params, body }: HandlerCall<RecRevisada>) =>
      toRec(state, reviseRec(state, findRec(state, params), body)),

    'rec.get': ({ params, filter }: HandlerCall<unknown, { txid?: string } | undefined>) => {
      const rec = findRec(state, params);
      const dadosQR = dadosQrOf(state, rec, filter?.txid);
      return { ...toRecPesquisada(state, rec), ...(dadosQR && { dadosQR }) };
    },

    'rec.list': ({ filter }: HandlerCall<unknown, RecFilter>) => {
      const page = selectPage(recs.byCreation, pageRequestOf(filter), matcherOf(filter));
      return {
        parametros: parametrosOf(filter, page),
        recs: page.items.map((rec) => toRecPesquisada(state, rec)),
      };
    },
  };
}

export function findRec(
  { recs }: SimulatorState,
  { idRec = '' }: Readonly<Record<string, string>>,
): RecRecord {
  const rec = recs.get(idRec);
  if (rec === undefined) throw new SimulatorProblem('RecNaoEncontrada');
  return rec;
}

function matcherOf(filter: RecFilter): ((rec: RecRecord) => boolean) | undefined {
  const { cpf, cnpj, status, locationPresente, convenio } = filter;
  const criteria = [cpf, cnpj, status, locationPresente, convenio];
  if (criteria.every((criterion) => criterion === undefined)) return undefined;
  return (rec) =>
    (cpf === undefined || rec.devedor.cpf === cpf) &&
    (cnpj === undefined || rec.devedor.cnpj === cnpj) &&
    (status === undefined || rec.status === status) &&
    (locationPresente === undefined || (rec.locId !== undefined) === locationPresente) &&
    (convenio === undefined || rec.convenio === convenio);
}
