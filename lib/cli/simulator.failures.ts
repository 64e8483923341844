import { isConfigurationError } from '../errors/index.js';
import type { SimulatorCommandOptions } from './simulator.options.js';

/**
 * Why the simulator did not start, and what to do about it.
 *
 * @throws what it cannot explain
 */
export function startFailure(error: unknown, options: SimulatorCommandOptions): string {
  const { code, message, address, port, path } = error as Failure;
  const { host, state = '' } = options;
  const where = `port ${port ?? options.port} of ${address ?? host}`;
  const choose = `choose another with ${optionOf(port, options)}`;
  if (isConfigurationError(error)) return message;
  switch (code) {
    case 'EADDRINUSE':
      return `${where} is already in use. Stop what uses it, or ${choose}.`;
    case 'EACCES':
      return path === undefined
        ? `this user may not listen on ${where}: ${choose}, above 1023.`
        : `cannot write to ${path} (permission denied). Choose another folder with --state.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine. Choose another with --host.`;
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EROFS':
    case 'EISDIR':
    case 'ENOSPC':
      return `cannot keep the state in ${state} (${message}). Choose another folder with --state.`;
    default:
      throw error;
  }
}

/** Node's error of a listener or of a file. */
interface Failure extends NodeJS.ErrnoException {
  address?: string;
  port?: number;
}

/** Which option chose a port; one that was chosen by an earlier start is that of payment codes. */
function optionOf(
  taken: number | undefined,
  { port, consolePort }: SimulatorCommandOptions,
): string {
  if (taken === undefined || taken === port) return '--port';
  return taken === consolePort ? '--console-port' : '--location-port';
}
