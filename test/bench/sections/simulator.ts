import { TestAuthority } from '../../support/certificates.js';
import { compare } from '../compare.js';
import { startSimulator, type SimulatorProcess } from '../simulator-load.js';
import { startServer } from '../transport-load.js';
import type { BenchSection } from './section.js';

/** Charges per measurement: after the garbage collection before it, V8 compiles some of the code again. */
const CHARGES = 10_000;
const STORED = 100_000;
/** Rounds until the code is compiled. */
const WARM_UPS = 1;

async function measureCharges(simulator: SimulatorProcess): Promise<number[]> {
  const { perCore, memory } = await simulator.round(CHARGES);
  return [1e6 / perCore, memory];
}

export const simulatorSection: BenchSection = {
  id: 'simulator',
  title: 'Simulated provider',
  text: `CPU time of the simulated provider per \`PUT /cob/{txid}\` over kept-alive mutual TLS, in relation to a \`node:https\` server that answers every request with the same text. The simulator checks the token and the body, creates the charge and its BR Code, and keeps it. \`npx nestjs-pix simulator\` and \`PixSimulator.start()\` run the same code.`,
  columns: [
    { name: 'CPU, µs', digits: 0 },
    { name: 'memory per charge, bytes', digits: 0 },
  ],
  rounds: 7,
  run: async (rounds) => {
    const authority = await TestAuthority.create();
    const server = await startServer(authority, await authority.issueClient());
    const [empty, full] = [await startSimulator(), await startSimulator()];
    try {
      await full.round(STORED);
      const rows = await compare(
        [
          { name: 'node:https, fixed answer', measure: async () => [await server.load(CHARGES)] },
          { name: 'nestjs-pix, few charges', measure: () => measureCharges(empty) },
          {
            name: `nestjs-pix, more than ${STORED.toLocaleString('en')} charges`,
            measure: () => measureCharges(full),
          },
        ],
        rounds,
        WARM_UPS,
      );
      return [{ title: 'Simulated provider', rows }];
    } finally {
      for (const { stop } of [server, empty, full]) stop();
    }
  },
};
