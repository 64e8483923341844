import { generateTxid, type CobRFilter } from 'nestjs-pix';
import { cancelByReceiver, createCobR, retry } from '../../domain/recurrence/cobr.commands.js';
import { planCobR } from '../../domain/recurrence/cobr.plan.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toCobR } from '../../domain/views/cobr.view.js';
import type { CobRRecord } from '../../families/cobr/cobr.record.js';
import type { RecRecord } from '../../families/rec/rec.record.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { toPageRequest, toParametros } from '../lists/list-reply.js';
import { selectPage } from '../lists/page.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const cobrApi: TableApi<'cobr'> = {
  handlers: cobrHandlers,
  plan: (state) => {
    state.cobrs.planWith({ plan: (cobr) => planCobR(state, cobr) });
  },
};

/** Handlers of the six operations of recurring charges. */
function cobrHandlers(state: SimulatorState): TableHandlers<'cobr'> {
  const { settings, cobrs } = state;
  return {
    'cobr.create': ({ body }) => toCobR(settings, createCobR(state, generateTxid(), body)),

    'cobr.createWithTxid': ({ params: { txid }, body }) =>
      toCobR(settings, createCobR(state, txid, body)),

    // The body has been checked: its status is CANCELADA.
    'cobr.revise': ({ params }) => {
      const cobr = findCobR(state, params);
      cancelByReceiver(state, cobr);
      return toCobR(settings, cobr);
    },

    'cobr.get': ({ params }) => toCobR(settings, findCobR(state, params)),

    'cobr.list': ({ filter }) => {
      const page = selectPage(cobrs.byCreation, toPageRequest(filter), buildMatcher(state, filter));
      return {
        parametros: toParametros(filter, page),
        cobsr: page.items.map((cobr) => toCobR(settings, cobr)),
      };
    },

    'cobr.retry': ({ params }) => {
      const cobr = findCobR(state, params);
      retry(state, cobr, params.data);
      const { tentativas = [], ...shown } = toCobR(settings, cobr);
      return { ...shown, tentativas };
    },
  };
}

export function findCobR(
  { cobrs }: SimulatorState,
  { txid }: { readonly txid: string },
): CobRRecord {
  const cobr = cobrs.get(txid);
  if (cobr === undefined) throw new SimulatorProblem('CobRNaoEncontrado');
  return cobr;
}

type Criterion = 'idRec' | 'cpf' | 'cnpj' | 'status' | 'convenio';

/** Returns the value that each filter field is compared with: a field of the charge, or of its recurrence. */
const criteria: Readonly<
  Record<Criterion, (cobr: CobRRecord, rec: RecRecord | undefined) => unknown>
> = {
  idRec: ({ idRec }) => idRec,
  cpf: (_cobr, rec) => rec?.devedor.cpf,
  cnpj: (_cobr, rec) => rec?.devedor.cnpj,
  status: ({ status }) => status,
  convenio: (_cobr, rec) => rec?.convenio,
};

function buildMatcher(
  { recs }: SimulatorState,
  filter: CobRFilter,
): ((cobr: CobRRecord) => boolean) | undefined {
  const asked = (Object.keys(criteria) as Criterion[]).filter((name) => filter[name] !== undefined);
  if (asked.length === 0) return undefined;
  return (cobr) => {
    const rec = recs.get(cobr.idRec);
    return asked.every((name) => criteria[name](cobr, rec) === filter[name]);
  };
}
