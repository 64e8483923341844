import { generateTxid, renderQrCode } from 'nestjs-pix';
import { createCob, putCob } from '../../domain/charge/cob.commands.js';
import { putCobV } from '../../domain/charge/cobv.commands.js';
import { checkNotPendingInBatch } from '../../domain/charge/cobv.rules.js';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { toCob } from '../../domain/views/cob.view.js';
import { toCobV } from '../../domain/views/cobv.view.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const bradescoApi: TableApi<'bradesco'> = {
  handlers: bradescoHandlers,
};

/** Handlers of the operations that Bradesco offers in addition to the specification. */
function bradescoHandlers(state: SimulatorState): TableHandlers<'bradesco'> {
  const { settings } = state;
  return {
    'bradesco.createCobEmv': ({ body }) => {
      const cob = toCob(settings, createCob(state, generateTxid(), body));
      return { cob, ...toEmv(cob) };
    },

    'bradesco.createCobEmvWithTxid': ({ params: { txid }, body }) => {
      const cob = toCob(settings, putCob(state, txid, body));
      return { cob, ...toEmv(cob) };
    },

    'bradesco.createCobVEmv': ({ params: { txid }, body }) => {
      checkNotPendingInBatch(state, txid);
      const cobv = toCobV(settings, putCobV(state, txid, body));
      return { cobv, ...toEmv(cobv) };
    },
  };
}

/** Builds the BR Code and its image. A charge without a location has none. */
function toEmv({ pixCopiaECola: emv = '' }: { pixCopiaECola?: string }) {
  return emv === ''
    ? { emv }
    : { emv, base64: renderQrCode(emv, { format: 'png' }).toString('base64') };
}
