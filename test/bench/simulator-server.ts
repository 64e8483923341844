import { PixSimulator } from '../../lib/simulator/index.js';

/** What the benchmark's parent is told once the simulator listens. */
export interface SimulatorReady {
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  ca: string;
  cert: string;
  key: string;
}

/** What the process has used so far. */
export interface Usage {
  /** Microseconds of CPU, of all threads, before and after the collection that {@link memory} needs. */
  cpu: { before: number; after: number };
  /** Bytes of live objects and buffers. */
  memory: number;
}

const simulator = await PixSimulator.start();
const { url, tokenUrl, moduleOptions, ca, clientCertificate } = simulator;
const { clientId, clientSecret = '' } = moduleOptions;
process.send?.({
  url,
  tokenUrl,
  clientId,
  clientSecret,
  ca,
  ...clientCertificate,
} satisfies SimulatorReady);

process.on('message', () => {
  const before = cpu();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({
    cpu: { before, after: cpu() },
    memory: heapUsed + external,
  } satisfies Usage);
});
process.once('disconnect', () => process.exit());

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
