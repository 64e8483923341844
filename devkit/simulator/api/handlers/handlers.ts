import type { DtoClass } from 'nestjs-pix/spec';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import type { Handlers } from '../pipeline/call.js';
import { bbApi } from './bb.handlers.js';
import { bradescoApi } from './bradesco.handlers.js';
import { cobApi } from './cob.handlers.js';
import { cobrApi } from './cobr.handlers.js';
import { cobvApi } from './cobv.handlers.js';
import { efiApi } from './efi.handlers.js';
import { interApi } from './inter.handlers.js';
import { itauApi } from './itau.handlers.js';
import { locApi } from './loc.handlers.js';
import { locrecApi } from './locrec.handlers.js';
import { lotecobvApi } from './lotecobv.handlers.js';
import { pagbankApi } from './pagbank.handlers.js';
import { pixApi } from './pix.handlers.js';
import { recApi } from './rec.handlers.js';
import { webhookcobrApi, webhookrecApi } from './single-webhook.handlers.js';
import { solicrecApi } from './solicrec.handlers.js';
import type { ApiTable, TableApi } from './typed-handlers.js';
import { webhookApi } from './webhook.handlers.js';

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
