/**
 * The least CPU time in milliseconds that the work takes in ten runs, whatever else the machine does. Jest does not end a
 * synchronous test at its time limit.
 */
export function measureLeastCpu(work: () => unknown): number {
  const times = Array.from({ length: 10 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
