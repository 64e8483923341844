import { renderQrCode } from 'nestjs-pix';
import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { buildBrCode } from '../../domain/views/loc.br-code.js';
import { readNotifiedPix } from './callbacks.js';
import { findLoc } from './loc.handlers.js';
import type { TableApi, TableHandlers } from './typed-handlers.js';

export const efiApi: TableApi<'efi'> = {
  handlers: efiHandlers,
};

/** Handlers of the operations that Efí offers in addition to the specification. */
function efiHandlers(state: SimulatorState): TableHandlers<'efi'> {
  const { settings, deliveries } = state;
  return {
    'efi.getLocQrCode': ({ params }) => {
      const qrcode = buildBrCode(findLoc(state, params), settings.recebedor);
      const png = renderQrCode(qrcode, { format: 'png' }).toString('base64');
      return { qrcode, imagemQrcode: `data:image/png;base64,${png}` };
    },

    'efi.resendWebhooks': ({ body: { tipo, e2eids } }) => {
      if (tipo !== RECEIVED) return;
      for (const delivery of deliveries.list()) {
        const isAsked = readNotifiedPix(delivery).some(({ endToEndId }) =>
          e2eids.includes(endToEndId),
        );
        if (isAsked) deliveries.redeliver(delivery.id);
      }
    },
  };
}

/** Kind of the notifications of received Pix, the only ones of the simulator. */
const RECEIVED = 'PIX_RECEBIDO';
