import { addDays, startOf } from '../calendar/civil-date.js';
import type { RecRecord } from '../rec/rec.record.js';
import type { SimulatorState } from '../simulator-state.js';
import { moveCobR, planName, tellCobR } from './cobr.moves.js';
import { firstDayOf, isOpen, standingOf } from './cobr.record.js';
import type { CobRRecord, TentativaRecord } from './cobr.record.js';
import { lastRetryDayOf } from './retry.rules.js';
import { ask, fail, schedule, settle } from './tentativas.js';

/** How many days ahead of its settlement a charge is announced to the payer's provider. */
const ANNOUNCED = 10;

/** When the payer's account is looked into once more, on a day on which it had nothing at midnight. */
const SECOND_SEARCH = 18 * 3_600_000;

interface Step {
  readonly due: number;
  readonly take: () => void;
}

/** Plans what happens next to a charge, as it stands now; each step plans the one after it. */
export function planCobR(state: SimulatorState, cobr: CobRRecord): void {
  const step = isOpen(cobr) ? nextStep(state, cobr) : undefined;
  if (step === undefined) {
    state.agenda.drop(planName(cobr));
    return;
  }
  state.agenda.plan(planName(cobr), step.due, () => {
    step.take();
    planCobR(state, cobr);
  });
}

function nextStep(state: SimulatorState, cobr: CobRRecord): Step | undefined {
  const rec = state.recs.get(cobr.idRec);
  const standing = standingOf(cobr);
  if (rec === undefined) return undefined;
  if (standing !== undefined) return stepOfTentativa(state, cobr, standing, rec);
  if (cobr.status === 'ATIVA') return expiry(state, cobr, lastRetryDayOf(cobr));
  const day = firstDayOf(cobr);
  if (rec.status !== 'APROVADA') return expiry(state, cobr, day);
  return {
    due: Math.max(
      startOf(addDays(day, -ANNOUNCED)),
      cobr.criadaEm + state.settings.processingDelay,
    ),
    take: () => {
      ask(state, cobr, { tipo: 'AGND', dataLiquidacao: day });
    },
  };
}

function stepOfTentativa(
  state: SimulatorState,
  cobr: CobRRecord,
  tentativa: TentativaRecord,
  rec: RecRecord,
): Step {
  const { status, solicitadaEm, dataLiquidacao, buscas } = tentativa;
  if (status === 'SOLICITADA') {
    return {
      due: solicitadaEm + state.settings.processingDelay,
      take: () => {
        schedule(state, cobr, tentativa, rec);
      },
    };
  }
  const midnight = startOf(dataLiquidacao);
  if (buscas < 2) {
    return {
      due: buscas === 0 ? midnight : midnight + SECOND_SEARCH,
      take: () => {
        tentativa.buscas += 1;
        if (rec.semSaldo) state.cobrs.tell(cobr);
        else settle(state, cobr, tentativa);
      },
    };
  }
  return {
    due: startOf(addDays(dataLiquidacao, 1)),
    take: () => {
      fail(state, cobr, tentativa);
    },
  };
}

/** Nothing has settled it by the end of a day. */
function expiry(state: SimulatorState, cobr: CobRRecord, day: string): Step {
  return {
    due: startOf(addDays(day, 1)),
    take: () => {
      moveCobR(state, cobr, 'EXPIRADA');
      tellCobR(state, cobr);
    },
  };
}
