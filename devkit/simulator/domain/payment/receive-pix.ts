import { generateEndToEndId } from 'nestjs-pix';
import type { PixRecord } from '../../families/pix/pix.record.js';
import { notifyPix } from '../notifications/notify-pix.js';
import type { SimulatorState } from '../state/simulator-state.js';
import type { PayOptions } from './pay.options.js';

type Received = Omit<PixRecord, 'endToEndId' | 'createdAt' | 'devolucoes'> & {
  /** Default: a new one. */
  readonly endToEndId?: string;
};

/** Records a received payment and notifies the webhook of its key. */
export function receivePix(
  state: SimulatorState,
  received: Received,
  { infoPagador, pagador }: PayOptions = {},
): PixRecord {
  const now = state.clock.now();
  const pix: PixRecord = {
    endToEndId: generateEndToEndId({ ispb: state.settings.ispb, date: new Date(now) }),
    ...received,
    ...(infoPagador !== undefined && { infoPagador }),
    ...(pagador && { pagador }),
    createdAt: now,
    devolucoes: [],
  };
  state.pix.add(pix);
  notifyPix(state, pix);
  return pix;
}
