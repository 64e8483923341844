import type { DtoClass } from 'nestjs-pix/spec';
import type { SimulatorState } from '../../domain/state.js';
import type { Handlers } from '../pipeline.js';
import { bbApi, bradescoApi, efiApi, interApi, itauApi, pagbankApi } from './bank.handlers.js';
import { cobApi, cobvApi, lotecobvApi, pixApi } from './charge.handlers.js';
import { locApi, locrecApi } from './location.handlers.js';
import { cobrApi, recApi, solicrecApi } from './recurrence.handlers.js';
import type { ApiTable, TableApi } from './typed-handlers.js';
import { webhookApi, webhookcobrApi, webhookrecApi } from './webhook.handlers.js';

/** How the simulator serves the operations of each table of the contract below the base path. */
const apis: { readonly [Table in ApiTable]: TableApi<Table> } = {
  cob: cobApi,
  cobv: cobvApi,
  lotecobv: lotecobvApi,
  loc: locApi,
  pix: pixApi,
  webhook: webhookApi,
  rec: recApi,
  solicrec: solicrecApi,
  cobr: cobrApi,
  locrec: locrecApi,
  webhookcobr: webhookcobrApi,
  webhookrec: webhookrecApi,
  inter: interApi,
  bb: bbApi,
  itau: itauApi,
  efi: efiApi,
  bradesco: bradescoApi,
  pagbank: pagbankApi,
};

/** A {@link TableApi} without the types of its operations. */
interface AnyTableApi {
  readonly handlers: (state: SimulatorState) => Handlers;
  readonly bodies?: Readonly<Record<string, DtoClass>>;
  readonly filters?: Readonly<Record<string, DtoClass>>;
  readonly plan?: (state: SimulatorState) => void;
}

const all: readonly AnyTableApi[] = Object.values(apis);

/** The handlers of all operations below the base path: those of the specification and those of single providers. */
export function apiHandlers(state: SimulatorState): Handlers {
  return Object.assign({}, ...all.map(({ handlers }) => handlers(state))) as Handlers;
}

/** Classes that check bodies instead of the contract's, by operation id. */
export const familyBodies = Object.assign({}, ...all.map(({ bodies }) => bodies)) as Readonly<
  Record<string, DtoClass>
>;

/** Classes that check queries instead of the contract's, by operation id. */
export const familyFilters = Object.assign({}, ...all.map(({ filters }) => filters)) as Readonly<
  Record<string, DtoClass>
>;

/** Plans the next step of a record whenever one changes. */
export function planRecords(state: SimulatorState): void {
  for (const { plan } of all) plan?.(state);
}
