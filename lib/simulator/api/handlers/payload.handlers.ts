import type { Plain } from '../../../contract/shared/plain.js';
import type { ConsultaCobVPayloadDto } from '../../../contract/payload/payload.dto.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import type { CobVRecord } from '../../domain/state/cobv.record.js';
import { resolveLastDay } from '../../domain/valor/vencimento.js';
import type { TableHandlers } from './typed-handlers.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { hasEnded } from '../../domain/state/rec.record.js';
import { toRecPayload } from '../../domain/views/rec.view.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { isMunicipality } from './municipality.js';
import { toCobPayload, toCobVPayload } from '../../domain/views/payload.view.js';

type Params = Readonly<Record<string, string>>;
type Consulta = Plain<ConsultaCobVPayloadDto> | undefined;

/**
 * The three look-ups of what a location shows, open to whoever has its address. A charge that is paid or has expired is
 * shown with its state, which tells the payer more than an error would; one that was removed is gone.
 *
 * @param sign makes the answer of a payload
 */
export function payloadHandlers(
  state: SimulatorState,
  sign: (payload: object) => Promise<string>,
): TableHandlers<'payload'> {
  const { cobs, cobvs, recs, locs, locRecs, clock, settings } = state;
  const txidAt = ({ pixUrlAccessToken = '' }: Params) => locs.find(pixUrlAccessToken)?.txid ?? '';
  return {
    'payload.getCob': ({ params }) => {
      const cob = shown(cobs.get(txidAt(params)));
      return sign(toCobPayload(cob, clock.iso()));
    },

    'payload.getCobV': ({ params, filter }) => {
      const cobv = shown(cobvs.get(txidAt(params)));
      const today = toDay(clock.now());
      checkConsulta(cobv, filter, today);
      return sign(toCobVPayload(settings, cobv, clock.iso(), filter.DPP ?? today));
    },

    'payload.getRec': ({ params: { recUrlAccessToken = '' } }) => {
      const rec = recs.get(locRecs.find(recUrlAccessToken)?.idRec ?? '');
      if (rec === undefined) throw new SimulatorProblem('RecPayloadNaoEncontrado');
      if (hasEnded(rec)) {
        const razao = `recUrlAccessToken referencia uma recorrência ${rec.status}`;
        throw new SimulatorProblem('RecPayloadOperacaoInvalida', {
          violacoes: [{ razao, propriedade: 'recUrlAccessToken' }],
        });
      }
      return sign(toRecPayload(state, rec));
    },
  };
}

/** @throws SimulatorProblem `CobPayloadNaoEncontrado`: 404 where no charge is shown, 410 where one was and never will be */
function shown<Charge extends { readonly conteudo: { readonly status: string } }>(
  charge: Charge | undefined,
): Charge {
  if (charge === undefined) throw new SimulatorProblem('CobPayloadNaoEncontrado');
  if (charge.conteudo.status.startsWith('REMOVIDA')) {
    throw new SimulatorProblem('CobPayloadNaoEncontrado', {
      status: 410,
      detail: 'A cobrança desta location foi removida.',
    });
  }
  return charge;
}

function checkConsulta({ conteudo }: CobVRecord, consulta: Consulta, today: string): void {
  const { codMun, DPP } = consulta ?? {};
  const violacoes = [
    ...(codMun === undefined || isMunicipality(codMun)
      ? []
      : [violation('codMun', 'não é um código da tabela de municípios do IBGE')]),
    ...(DPP === undefined || DPP >= today ? [] : [violation('DPP', 'é anterior a hoje')]),
    ...(DPP === undefined || DPP <= resolveLastDay(conteudo)
      ? []
      : [violation('DPP', 'é posterior à validade da cobrança')]),
  ];
  if (violacoes.length > 0) throw new SimulatorProblem('CobPayloadOperacaoInvalida', { violacoes });
}

function violation(propriedade: string, rule: string) {
  return { razao: `${propriedade} ${rule}`, propriedade };
}
