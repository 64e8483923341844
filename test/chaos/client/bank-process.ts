/** The simulated bank as a separate process. */
import { PixSimulator } from '../../../devkit/simulator/index.js';
import type { SimulatorAddress } from '../../simulator/support/bare-client.js';
import { PAID_AT_ONCE } from '../operations/index.js';

const simulator = await PixSimulator.start({
  quirks: { server: { autoPay: { from: PAID_AT_ONCE, to: PAID_AT_ONCE } } },
});
const { url, tokenUrl, controlUrl, ca, clientCertificate, moduleOptions } = simulator;
process.send?.({
  url,
  tokenUrl,
  controlUrl,
  ca,
  clientCertificate,
  moduleOptions,
} satisfies SimulatorAddress);
process.on('disconnect', () => process.exit());
