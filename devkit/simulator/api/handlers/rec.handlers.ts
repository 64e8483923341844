import type { RecFilter } from 'nestjs-pix';
import { createRec, reviseRec } from '../../domain/recurrence/rec.commands.js';
import { planRec } from '../../domain/recurrence/rec.transitions.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { buildDadosQr } from '../../domain/views/rec.qr-code.js';
import { toRec, toRecPesquisada } from '../../domain/views/rec.view.js';
import type { RecRecord } from '../../families/rec/rec.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { toPageRequest, toParametros } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const recApi: TableApi<'rec'> = {
  handlers: recHandlers,
  plan: (state) => {
    state.recs.planWith({ plan: (rec) => planRec(state, rec) });
  },
};

/** Handlers of the four operations of recurrences. */
function recHandlers(state: SimulatorState): TableHandlers<'rec'> {
  const { recs } = state;
  return {
    'rec.create': ({ body }) => toRec(state, createRec(state, body)),

    'rec.revise': ({ params, body }) =>
      toRec(state, reviseRec(state, findRec(state, params), body)),

    'rec.get': ({ params, filter }) => {
      const rec = findRec(state, params);
      const dadosQR = buildDadosQr(state, rec, filter.txid);
      return { ...toRecPesquisada(state, rec), ...(dadosQR && { dadosQR }) };
    },

    'rec.list': ({ filter }) => {
      const page = selectPage(recs.byCreation, toPageRequest(filter), buildMatcher(filter));
      return {
        parametros: toParametros(filter, page),
        recs: page.items.map((rec) => toRecPesquisada(state, rec)),
      };
    },
  };
}

export function findRec(
  { recs }: SimulatorState,
  { idRec }: { readonly idRec: string },
): RecRecord {
  const rec = recs.get(idRec);
  if (rec === undefined) throw new SimulatorProblem('RecNaoEncontrada');
  return rec;
}

function buildMatcher(filter: RecFilter): ((rec: RecRecord) => boolean) | undefined {
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
