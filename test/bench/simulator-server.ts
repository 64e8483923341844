import { PixSimulator, type SimulatorModuleOptions } from 'nestjs-pix-devkit';

/** The message to the benchmark's process when the simulator listens. */
export interface SimulatorReady {
  url: string;
  tokenUrl: string;
  options: SimulatorModuleOptions;
}

/** The resources that the process has used. */
export interface Usage {
  /** Microseconds of CPU time of all threads, before and after the garbage collection that {@link memory} requires. */
  cpu: { before: number; after: number };
  /** Bytes of live objects and buffers. */
  memory: number;
}

/** Milliseconds before each answer. */
const latency = Number(process.argv[2] ?? 0);

const { url, tokenUrl, moduleOptions, control } = await PixSimulator.start();
if (latency > 0) control.faults.add({ on: 'api', kind: 'latency', ms: latency, count: 'always' });
process.send?.({ url, tokenUrl, options: moduleOptions } satisfies SimulatorReady);

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
