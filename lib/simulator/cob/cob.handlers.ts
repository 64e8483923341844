import { isDeepStrictEqual } from 'node:util';
import type { CobRevisadaDto, CobSolicitadaDto } from '../../contract/cob/cob.dto.js';
import { generateTxid } from '../../identifiers/index.js';
import type { HandlerCall, Handlers } from '../http/call.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import { parametrosOf, pageRequestOf } from '../store/list-reply.js';
import { selectPage } from '../store/page.js';
import { conteudoOf, revised } from './cob.changes.js';
import { cobMatcher } from './cob.filter.js';
import type { CobFilter } from './cob.filter.js';
import { CobRecord } from './cob.record.js';
import type { CobConteudo } from './cob.record.js';
import { checkAtiva, checkConteudo } from './cob.rules.js';
import { toCob } from './cob.view.js';

/** The five operations of immediate charges. */
export function cobHandlers(state: SimulatorState): Handlers {
  const { settings } = state;
  return {
    'cob.create': ({ body }: HandlerCall<CobSolicitadaDto>) =>
      toCob(settings, create(state, generateTxid(), body)),

    // A txid that exists is altered, so a request repeated after an unknown outcome changes nothing.
    'cob.createWithTxid': ({ params: { txid = '' }, body }: HandlerCall<CobSolicitadaDto>) => {
      const record = state.cobs.get(txid);
      if (record === undefined) return toCob(settings, create(state, txid, body));
      change(state, record, conteudoOf(body), body.loc?.id);
      return toCob(settings, record);
    },

    'cob.revise': ({ params, body }: HandlerCall<CobRevisadaDto>) => {
      const record = find(state, params);
      change(state, record, revised(record.conteudo, body), body.loc?.id);
      return toCob(settings, record);
    },

    'cob.get': ({ params, filter }: HandlerCall<unknown, { revisao?: number } | undefined>) => {
      const record = find(state, params);
      const revisao = filter?.revisao ?? record.revisao;
      const conteudo = record.conteudoNaRevisao(revisao);
      if (conteudo === undefined) {
        throw new SimulatorProblem('CobConsultaInvalida', {
          violacoes: [{ razao: 'revisao não existe para esta cobrança', propriedade: 'revisao' }],
        });
      }
      return toCob(settings, record, revisao, conteudo);
    },

    'cob.list': ({ filter }: HandlerCall<unknown, CobFilter>) => {
      const page = selectPage(state.cobs.byCreation, pageRequestOf(filter), cobMatcher(filter));
      return {
        parametros: parametrosOf(filter, page),
        cobs: page.items.map((record) => toCob(settings, record)),
      };
    },
  };
}

function find({ cobs }: SimulatorState, { txid = '' }: Readonly<Record<string, string>>) {
  const record = cobs.get(txid);
  if (record === undefined) throw new SimulatorProblem('CobNaoEncontrado');
  return record;
}

function create(state: SimulatorState, txid: string, body: CobSolicitadaDto): CobRecord {
  const conteudo = conteudoOf(body);
  checkConteudo(state, conteudo, txid, body.loc?.id);
  const record = new CobRecord(txid, state.clock.now(), conteudo);
  bind(state, record, body.loc?.id);
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
  checkAtiva(record);
  checkConteudo(state, conteudo, record.txid, locId);
  if (locId !== undefined) bind(state, record, locId);
  if (!isDeepStrictEqual(conteudo, record.conteudo)) record.revise(conteudo);
  state.changes.tell('cobs', record);
}

/** Shows the charge at the location asked for, or at a new one, and frees the one it was shown at. */
function bind(
  { locs, changes }: SimulatorState,
  record: CobRecord,
  locId: number | undefined,
): void {
  const loc = locId === undefined ? locs.create('cob') : locs.get(locId);
  if (loc === undefined || loc === record.loc) return;
  if (record.loc !== undefined) {
    record.loc.txid = undefined;
    changes.tell('locs', record.loc);
  }
  loc.txid = record.txid;
  record.loc = loc;
  changes.tell('locs', loc);
}
