import { isDeepStrictEqual } from 'node:util';
import type { CobRevisadaDto, CobSolicitadaDto } from '../../contract/cob/cob.dto.js';
import { generateTxid } from '../../identifiers/index.js';
import { chargeMatcher } from '../charge/charge.filter.js';
import type { ChargeFilter } from '../charge/charge.filter.js';
import { showAt } from '../charge/charge-location.js';
import { revisionOf } from '../charge/charge-revision.js';
import { checkAtiva } from '../charge/charge.rules.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { parametrosOf, pageRequestOf } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import { conteudoOf, revised } from './cob.changes.js';
import { CobRecord } from './cob.record.js';
import type { CobConteudo } from './cob.record.js';
import { checkNova, checkRevisada } from './cob.rules.js';
import { toCob } from './cob.view.js';

/** The five operations of immediate charges. */
export function cobHandlers(state: SimulatorState): Handlers {
  const { settings, cobs } = state;
  return {
    'cob.create': ({ body }: HandlerCall<CobSolicitadaDto>) =>
      toCob(settings, create(state, generateTxid(), body)),

    // A txid that exists is altered, so a request repeated after an unknown outcome changes nothing.
    'cob.createWithTxid': ({ params: { txid = '' }, body }: HandlerCall<CobSolicitadaDto>) => {
      const record = cobs.get(txid);
      if (record === undefined) return toCob(settings, create(state, txid, body));
      change(state, record, conteudoOf(body), body.loc?.id);
      return toCob(settings, record);
    },

    'cob.revise': ({ params, body }: HandlerCall<CobRevisadaDto>) => {
      const record = findCob(state, params);
      change(state, record, revised(record.conteudo, body), body.loc?.id);
      return toCob(settings, record);
    },

    'cob.get': ({ params, filter }: HandlerCall<unknown, { revisao?: number } | undefined>) => {
      const record = findCob(state, params);
      return toCob(settings, record, revisionOf(record, filter?.revisao, 'CobConsultaInvalida'));
    },

    'cob.list': ({ filter }: HandlerCall<unknown, ChargeFilter>) => {
      const page = selectPage(cobs.byCreation, pageRequestOf(filter), chargeMatcher(filter));
      return {
        parametros: parametrosOf(filter, page),
        cobs: page.items.map((record) => toCob(settings, record)),
      };
    },
  };
}

export function findCob({ cobs }: SimulatorState, { txid = '' }: Readonly<Record<string, string>>) {
  const record = cobs.get(txid);
  if (record === undefined) throw new SimulatorProblem('CobNaoEncontrado');
  return record;
}

function create(state: SimulatorState, txid: string, body: CobSolicitadaDto): CobRecord {
  const conteudo = conteudoOf(body);
  checkNova(state, conteudo, txid, body.loc?.id);
  const record = new CobRecord(txid, state.clock.now(), conteudo);
  showAt(state, record, 'cob', body.loc?.id);
  state.cobs.add(record);
  return record;
}

/** A revision when the content differs; another location alone is none (schema `Revisao`). */
function change(
  state: SimulatorState,
  record: CobRecord,
  conteudo: CobConteudo,
  locId: number | undefined,
): void {
  checkAtiva(record.conteudo.status, 'cob', 'CobOperacaoInvalida');
  checkRevisada(state, conteudo, record.txid, locId);
  if (locId !== undefined) showAt(state, record, 'cob', locId);
  if (!isDeepStrictEqual(conteudo, record.conteudo)) record.revise(conteudo);
  state.cobs.tell(record);
}
