import { parseInstant } from 'nestjs-pix/spec';
import type { SimulatorControl } from '../control/control.js';
import type { ScenarioId } from '../control/scenarios/run.js';
import type { SimulatorState } from '../domain/state.js';
import { SimulatorProblem, violation } from '../families/problems.js';
import { checkRule } from '../faults/rules.js';
import type { HostileBank } from '../hostile/hostile-bank.js';
import { isOnCalendar, type SimulatorClock } from '../kernel/clock.js';
import type { StateCommitter } from '../kernel/records.js';
import {
  BodyFields,
  defineRoute,
  parseLimit,
  type ClockStatus,
  type ControlRoute,
  type FaultList,
  type HostileList,
  type RequestList,
  type ScenarioList,
  type SimulatorInfo,
} from './route.js';

/** Routes for the simulator itself: description, statistics, latest requests, revocation of tokens, and reset. */
export function systemRoutes(
  control: SimulatorControl,
  { requests }: SimulatorState,
  info: () => SimulatorInfo,
): ControlRoute[] {
  return [
    { method: 'GET', path: '/', action: info },
    { method: 'GET', path: '/stats', action: () => control.stats },
    {
      method: 'GET',
      path: '/requests',
      action: ({ query }): RequestList => ({
        requests: requests.newest(parseLimit(query)),
        total: requests.total,
      }),
    },
    {
      method: 'POST',
      path: '/tokens/revoke',
      action: () => {
        control.revokeTokens();
      },
    },
    {
      method: 'POST',
      path: '/reset',
      action: () => {
        control.reset();
      },
    },
  ];
}

export function buildInfo(
  { settings }: SimulatorState,
  { url, tokenUrl }: Pick<SimulatorInfo, 'url' | 'tokenUrl'>,
): SimulatorInfo {
  const { clientId, quirks, rules, recebedor, chaves } = settings;
  return {
    url,
    tokenUrl,
    clientId,
    ...(quirks.name !== undefined && { quirks: quirks.name }),
    rules,
    recebedor: recebedor.nome,
    ...(chaves !== 'any' && { chaves: [...chaves] }),
  };
}

/** Routes for the clock: read, set, advance, change the rate, and reset to the machine's time. */
export function clockRoutes({ clock }: SimulatorControl, state: StateCommitter): ControlRoute[] {
  return [
    { method: 'GET', path: '/clock', action: () => toClock(clock) },
    {
      method: 'PUT',
      path: '/clock',
      action: async ({ body }) => {
        const fields = new BodyFields(await body());
        const [now, rate] = [fields.text('now'), fields.number('rate')];
        const instant = parseInstant(now);
        if (now !== undefined && !isOnCalendar(instant)) {
          fields.refuse('now', 'deve ser um instante RFC 3339, do ano 1915 ao 9999');
        }
        if (rate !== undefined && rate < 0) fields.refuse('rate', 'deve ser zero ou mais');
        fields.check();
        state.commit(() => {
          if (rate !== undefined) clock.setRate(rate);
          if (now !== undefined) clock.set(new Date(instant));
        });
        return toClock(clock);
      },
    },
    {
      method: 'POST',
      path: '/clock/advance',
      action: async ({ body }) => {
        const fields = new BodyFields(await body());
        const seconds = fields.number('seconds');
        if (seconds === undefined || seconds < 0) fields.refuse('seconds', 'deve ser zero ou mais');
        else if (!isOnCalendar(clock.now() + seconds * 1_000)) {
          fields.refuse('seconds', 'passa do ano 9999');
        }
        fields.check();
        state.commit(() => clock.advance(seconds ?? 0));
        return toClock(clock);
      },
    },
    {
      method: 'DELETE',
      path: '/clock',
      action: () => {
        state.commit(() => clock.reset());
      },
    },
  ];
}

/** Converts the clock to its response: its instant, and its seconds per second of the machine's clock. */
export function toClock(clock: SimulatorClock): ClockStatus {
  return { now: clock.iso(), rate: clock.rate };
}

/** Routes for fault rules and hostile behaviors. */
export function faultsRoutes({ faults, hostile }: SimulatorControl): ControlRoute[] {
  return [
    { method: 'GET', path: '/faults', action: (): FaultList => ({ faults: faults.list() }) },
    {
      method: 'POST',
      path: '/faults',
      status: 201,
      action: async ({ body }) => faults.add(checkRule(await body())),
    },
    {
      method: 'DELETE',
      path: '/faults',
      action: () => {
        faults.clear();
      },
    },
    defineRoute({
      method: 'DELETE',
      path: '/faults/{id}',
      action: ({ params }) => {
        if (!faults.remove(Number(params.id))) throw new SimulatorProblem('NaoEncontrado');
      },
    }),
    { method: 'GET', path: '/hostile', action: () => toHostileList(hostile) },
    {
      method: 'PUT',
      path: '/hostile',
      action: async ({ body }) => {
        const behaviors = (await body()).hostile;
        if (!Array.isArray(behaviors)) {
          const violacoes = [violation('hostile', 'deve ser uma lista')];
          throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
        }
        hostile.set(behaviors);
        return toHostileList(hostile);
      },
    },
  ];
}

function toHostileList(hostile: HostileBank): HostileList {
  return { hostile: hostile.list() };
}

/** Routes for scenarios: list and run. */
export function scenariosRoutes({ scenarios }: SimulatorControl): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/scenarios',
      action: (): ScenarioList => ({ scenarios: scenarios.list() }),
    },
    defineRoute({
      method: 'POST',
      path: '/scenarios/{subject}/{name}',
      status: 201,
      // `run` refuses an unknown id.
      action: ({ params: { subject, name } }) => scenarios.run(`${subject}/${name}` as ScenarioId),
    }),
  ];
}
