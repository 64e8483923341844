import type { SimulatorControl } from '../control/control.js';
import type { ScenarioId } from '../control/scenarios/rows.js';
import type { SimulatorState } from '../domain/state.js';
import { required, type FieldRule } from '../families/fields.js';
import { refuse, violation } from '../families/problems.js';
import { checkRule } from '../faults/rules.js';
import type { HostileBehavior } from '../hostile/hostile-bank.js';
import { jsonReply } from '../http/messages.js';
import type { RequestFilter } from '../http/request-log.js';
import { isOnCalendar, type SimulatorClock } from '../kernel/clock.js';
import type { SimulatorRules } from '../settings/options.js';
import { toHar } from './har.js';
import {
  found,
  instant,
  parseLimit,
  readFields,
  route,
  zeroOrMore,
  type ControlRoute,
} from './route.js';

/** `GET /`. Description of the simulator in the control API. It contains no secrets. */
export interface SimulatorInfo {
  /** Base address of the API. */
  url: string;
  tokenUrl: string;
  clientId: string;
  /** Name of the simulated provider. Absent if the simulator follows the specification. */
  quirks?: string;
  /** Rules of Pix Automático. */
  rules: SimulatorRules;
  /** Name of the receiver. */
  recebedor: string;
  /** The receiver's keys. Absent if every key belongs to the receiver. */
  chaves?: string[];
  /** Address of the page of a record in the application under test, with `{id}`. Absent if it is not known. */
  applicationUrl?: string;
}

export function buildInfo(
  { settings }: SimulatorState,
  { url, tokenUrl }: Pick<SimulatorInfo, 'url' | 'tokenUrl'>,
): SimulatorInfo {
  const { clientId, quirks, rules, recebedor, chaves, console } = settings;
  const applicationUrl = console?.applicationUrl;
  return {
    url,
    tokenUrl,
    clientId,
    ...(quirks.name !== undefined && { quirks: quirks.name }),
    rules,
    recebedor: recebedor.nome,
    ...(chaves !== 'any' && { chaves: [...chaves] }),
    ...(applicationUrl !== undefined && { applicationUrl }),
  };
}

/** Routes for the simulator itself: description, statistics, latest requests, revocation of tokens, and reset. */
export function systemRoutes(
  control: SimulatorControl,
  { requests }: SimulatorState,
  info: () => SimulatorInfo,
): ControlRoute[] {
  return [
    route('GET /', info),
    route('GET /stats', () => control.stats),
    route('GET /requests', ({ query }) => ({
      requests: requests.newest(parseLimit(query), readRequestFilter(query)),
      total: requests.total,
    })),
    route('GET /requests.har', ({ query }) =>
      jsonReply(200, toHar(requests.newest(Infinity, readRequestFilter(query)), info().url), {
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="chamadas.har"',
      }),
    ),
    route('POST /tokens/revoke', () => {
      control.revokeTokens();
    }),
    route('POST /reset', () => {
      control.reset();
    }),
  ];
}

function readRequestFilter(query: URLSearchParams): RequestFilter {
  const read = (name: string) => query.get(name) ?? undefined;
  return { q: read('q'), method: read('method'), status: read('status'), family: read('family') };
}

/** Routes for the clock: read, set, advance, change the rate, and reset to the machine's time. */
export function clockRoutes({ clock }: SimulatorControl, state: SimulatorState): ControlRoute[] {
  return [
    route('GET /clock', () => toClock(clock)),
    route('PUT /clock', async ({ body }) => {
      const { now, rate } = readFields(await body(), { now: instant, rate: zeroOrMore });
      state.commit(() => {
        if (rate !== undefined) clock.setRate(rate);
        if (now !== undefined) clock.set(new Date(now));
      });
      return toClock(clock);
    }),
    route('POST /clock/advance', async ({ body }) => {
      const rule = required(zeroOrMore, zeroOrMore.rule);
      const { seconds } = readFields(await body(), { seconds: rule });
      if (!isOnCalendar(clock.now() + seconds * 1_000)) {
        refuse('RequisicaoInvalida', [violation('seconds', 'passa do ano 9999')]);
      }
      state.commit(() => clock.advance(seconds));
      return toClock(clock);
    }),
    route('DELETE /clock', () => {
      state.commit(() => clock.reset());
    }),
  ];
}

/** Converts the clock to its response: its instant, and its seconds per second of the machine's clock. */
export function toClock(clock: SimulatorClock): { now: string; rate: number } {
  return { now: clock.iso(), rate: clock.rate };
}

const list: FieldRule<HostileBehavior[]> = { rule: 'deve ser uma lista', accepts: Array.isArray };

/** Routes for fault rules and hostile behaviors. */
export function faultsRoutes({ faults, hostile }: SimulatorControl): ControlRoute[] {
  return [
    route('GET /faults', () => ({ faults: faults.list() })),
    route('POST /faults', async ({ body }) => faults.add(checkRule(await body())), 201),
    route('DELETE /faults', () => {
      faults.clear();
    }),
    route('DELETE /faults/{id}', ({ params: { id } }) => {
      found(faults.remove(Number(id)) || undefined);
    }),
    route('GET /hostile', () => ({ hostile: hostile.list() })),
    route('PUT /hostile', async ({ body }) => {
      hostile.set(readFields(await body(), { hostile: required(list, list.rule) }).hostile);
      return { hostile: hostile.list() };
    }),
  ];
}

/** Routes for scenarios: list and run. */
export function scenariosRoutes({ scenarios }: SimulatorControl): ControlRoute[] {
  return [
    route('GET /scenarios', () => ({ scenarios: scenarios.list() })),
    route(
      'POST /scenarios/{subject}/{name}',
      // `run` refuses an unknown id.
      ({ params: { subject, name } }) => scenarios.run(`${subject}/${name}` as ScenarioId),
      201,
    ),
  ];
}
