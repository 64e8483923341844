import { isConfigurationError } from 'nestjs-pix';
import type { SimulatorCommandOptions } from './simulator.options.js';

/** Node's error for a listener or a file. */
interface Failure extends NodeJS.ErrnoException {
  address?: string;
  hostname?: string;
  port?: number;
}

type Explain = (failure: Failure, options: SimulatorCommandOptions) => string;

const explainHost: Explain = ({ address, hostname = address }, { host, consoleHost }) =>
  hostname !== host && hostname === consoleHost
    ? `${hostname} is not an address of this machine. Choose another with --console-host.`
    : `${host} is not an address of this machine. Choose another with --host.`;

const explainFolder: Explain = ({ message }, { state = '' }) =>
  `cannot write the state to ${state} (${message}). Choose another folder with --state.`;

const explainAccess: Explain = (failure, options) =>
  failure.path === undefined
    ? `this user may not listen on ${describePort(failure, options)}: ${adviseOnPort(failure, options)}, above 1023.`
    : `cannot write to ${failure.path} (permission denied). Choose another folder with --state.`;

/** Explanations of Node's errors, by code. */
const EXPLANATIONS: ReadonlyMap<string | undefined, Explain> = new Map([
  [
    'EADDRINUSE',
    (failure, options) =>
      `${describePort(failure, options)} is already in use. Stop what uses it, or ${adviseOnPort(failure, options)}.`,
  ],
  ['EACCES', explainAccess],
  ['EADDRNOTAVAIL', explainHost],
  ['ENOTFOUND', explainHost],
  ['EAI_AGAIN', explainHost],
  ['ENOTDIR', explainFolder],
  ['EEXIST', explainFolder],
  ['EROFS', explainFolder],
  ['EISDIR', explainFolder],
  ['ENOSPC', explainFolder],
]);

/**
 * Describes why the simulator did not start, and how to fix it.
 *
 * @throws Error the error itself, if it is not known
 */
export function describeStartFailure(error: unknown, options: SimulatorCommandOptions): string {
  if (isConfigurationError(error)) {
    // An error of the file system: this command has another name for the option.
    const { errno } = (error.cause ?? {}) as Failure;
    return errno === undefined ? error.message : explainFolder(error.cause as Failure, options);
  }
  const failure = error as Failure;
  const explain = EXPLANATIONS.get(failure.code);
  if (!explain) throw error;
  return explain(failure, options);
}

function describePort({ port, address }: Failure, options: SimulatorCommandOptions): string {
  return `port ${port ?? options.port} of ${address ?? options.host}`;
}

function adviseOnPort({ port }: Failure, options: SimulatorCommandOptions): string {
  return `choose another with ${resolveOptionName(port, options)}`;
}

/** Returns the option of a port. A port of an earlier start belongs to `--location-port`. */
function resolveOptionName(
  taken: number | undefined,
  { port, consolePort }: SimulatorCommandOptions,
): string {
  if (taken === undefined || taken === port) return '--port';
  return taken === consolePort ? '--console-port' : '--location-port';
}
