import { PixSimulator, type SimulatorModuleOptions } from 'nestjs-pix-devkit';

/** The message to the benchmark's process when the simulator listens. */
export interface SimulatorReady {
  url: string;
  tokenUrl: string;
  options: SimulatorModuleOptions;
}

/**
 * Microseconds of CPU time of all threads so far; or bytes of live objects and buffers, after a garbage collection that
 * also drops compiled code.
 */
export type Question = 'cpu' | 'memory';

/** The milliseconds before each answer, and the directory of its state. */
const [latency = '0', stateDir] = process.argv.slice(2);

const { url, tokenUrl, moduleOptions, control } = await PixSimulator.start(
  stateDir === undefined ? {} : { stateDir },
);
if (Number(latency) > 0) {
  control.faults.add({ on: 'api', kind: 'latency', ms: Number(latency), count: 'always' });
}
process.send?.({ url, tokenUrl, options: moduleOptions } satisfies SimulatorReady);

process.on('message', (question: Question) => {
  if (question === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
    return;
  }
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.once('disconnect', () => process.exit());
