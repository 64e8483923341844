import { HOUR_MS } from 'nestjs-pix/internal';
import {
  resolveFirstDay,
  isCobROpen,
  findPending,
  type CobRRecord,
  type TentativaRecord,
} from '../../families/cobr/cobr.record.js';
import { wasApproved, type RecRecord } from '../../families/rec/rec.record.js';
import { changeStatus } from '../../families/shared/change-status.js';
import { addDays, toStartOfDay } from '../../kernel/calendar/civil-date.js';
import type { SimulatorState } from '../state/simulator-state.js';
import { updateCobR } from './cobr.transitions.js';
import { DAYS_AHEAD } from './network-rules.js';
import { resolveLastRetryDay } from './retry.rules.js';
import {
  failTentativa,
  requestTentativa,
  scheduleTentativa,
  settleTentativa,
} from './tentativas.js';

/** Time of day of the second check for funds, in milliseconds. The first check is at midnight. */
const SECOND_SEARCH = 18 * HOUR_MS;

/** Builds the name of a charge's plan in the agenda. */
function buildPlanName({ txid }: CobRRecord): string {
  return `cobr ${txid}`;
}

interface Step {
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly due: number;
  readonly run: () => void;
}

/** Plans the next step of a charge. A step changes the charge, which plans the step after it. */
export function planCobR(state: SimulatorState, cobr: CobRRecord): void {
  const step = isCobROpen(cobr) ? nextStep(state, cobr) : undefined;
  if (step === undefined) {
    state.agenda.drop(buildPlanName(cobr));
    return;
  }
  state.agenda.plan(buildPlanName(cobr), step.due, () => {
    step.run();
  });
}

function nextStep(state: SimulatorState, cobr: CobRRecord): Step | undefined {
  const rec = state.recs.get(cobr.idRec);
  const pending = findPending(cobr);
  if (rec === undefined) return undefined;
  if (pending !== undefined) return nextTentativaStep(state, cobr, pending, rec);
  if (cobr.status === 'ATIVA') return planExpiry(state, cobr, resolveLastRetryDay(cobr));
  const day = resolveFirstDay(cobr);
  if (!wasApproved(rec)) return planExpiry(state, cobr, day);
  return {
    due: Math.max(
      toStartOfDay(addDays(day, -DAYS_AHEAD.most)),
      cobr.createdAt + state.settings.processingDelay,
    ),
    run: () => {
      requestTentativa(state, cobr, { tipo: 'AGND', dataLiquidacao: day });
    },
  };
}

function nextTentativaStep(
  state: SimulatorState,
  cobr: CobRRecord,
  tentativa: TentativaRecord,
  rec: RecRecord,
): Step {
  const { status, requestedAt, dataLiquidacao, fundsChecks } = tentativa;
  if (status === 'SOLICITADA') {
    return {
      due: requestedAt + state.settings.processingDelay,
      run: () => {
        scheduleTentativa(state, cobr, rec);
      },
    };
  }
  const midnight = toStartOfDay(dataLiquidacao);
  if (fundsChecks < 2) {
    return {
      due: fundsChecks === 0 ? midnight : midnight + SECOND_SEARCH,
      run: () => {
        state.cobrs.update(cobr, (draft) => {
          const pending = findPending(draft);
          if (pending !== undefined) pending.fundsChecks += 1;
        });
        if (!rec.lacksFunds) settleTentativa(state, cobr, tentativa);
      },
    };
  }
  return {
    due: toStartOfDay(addDays(dataLiquidacao, 1)),
    run: () => {
      failTentativa(state, cobr);
    },
  };
}

/** Returns the step in which a charge expires at the end of a day. */
function planExpiry(state: SimulatorState, cobr: CobRRecord, day: string): Step {
  return {
    due: toStartOfDay(addDays(day, 1)),
    run: () => {
      updateCobR(state, cobr, (draft, at) => {
        changeStatus(draft, 'EXPIRADA', at);
      });
    },
  };
}
