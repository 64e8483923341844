import { Command, InvalidArgumentError, Option } from 'commander';
import { PixSimulator } from '../simulator/composition/public.js';
import type { PixSimulatorOptions } from '../simulator/index.js';
import { simulatorQuirks } from '../simulator/profiles/public.js';
import { SIMULATOR_RULES } from '../simulator/settings/public.js';
import { CommandError } from './command-error.js';
import type { CommandConsole } from './console.js';
import { describeStartFailure } from './simulator.failures.js';
import { makeFolder, resolveFiles, writeFiles } from './simulator.files.js';
import type { SimulatorCommandOptions } from './simulator.options.js';
import { readyLine, readyText } from './simulator.text.js';

/** Builds the command `nestjs-pix simulator`, which runs a simulated provider until it is stopped. */
export function simulatorCommand(console: CommandConsole): Command {
  return new Command('simulator')
    .description('Run a simulated Pix provider: mutual TLS, OAuth 2.0, charges, payments, webhooks')
    .option('-p, --port <port>', 'port to listen on; 0 for any free port', port, 8443)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('-o, --out <folder>', 'folder for the certificates and credentials', './pix-certs')
    .option('--client-id <id>', 'client identifier (default: pix-simulator)')
    .option('--client-secret <secret>', 'client secret (default: random)')
    .option('--no-client-secret', 'register the client without a secret')
    .option('--chave <chave...>', "the receiver's Pix keys (default: any key)")
    .option('--name <name...>', 'further host names or addresses for the server certificates', [])
    .addOption(
      new Option(
        '--quirks <provider>',
        'provider to simulate, with its differences from the specification',
      ).choices(Object.keys(simulatorQuirks)),
    )
    .addOption(
      new Option(
        '--rules <rules>',
        'rules of Pix Automático: those of the network, or only those of the specification (default: network)',
      ).choices(SIMULATOR_RULES),
    )
    .option('--sandbox-token <token>', 'also serve a sandbox without mutual TLS for this token')
    .option('--sandbox-port <port>', 'port of the sandbox (default: any free port)', port)
    .option('--state <folder>', 'folder to persist the state in; a later start continues from it')
    .option('--console-port <port>', 'port of the web console (default: any free port)', port)
    .option('--no-console', 'do not open a web console')
    .option(
      '--location-port <port>',
      'port of the payload locations (default: any free port)',
      port,
    )
    .option('--json', 'print one line of JSON when ready, for a parent process')
    .action((options: SimulatorCommandOptions) => serve(options, console));
}

async function serve(options: SimulatorCommandOptions, console: CommandConsole): Promise<void> {
  await makeFolder(options.out);
  const simulator = await start(options);
  try {
    const files = resolveFiles(options.out, simulator);
    const names = ['localhost', '127.0.0.1', '::1', ...options.name];
    await writeFiles(simulator, files, names);
    const ended = console.untilEnded();
    console.out(options.json ? readyLine(simulator, files) : readyText(simulator, files, options));
    await ended;
  } finally {
    await simulator.close();
  }
}

async function start(options: SimulatorCommandOptions): Promise<PixSimulator> {
  try {
    return await PixSimulator.start(simulatorOptions(options));
  } catch (error) {
    throw new CommandError(describeStartFailure(error, options));
  }
}

function simulatorOptions(options: SimulatorCommandOptions): PixSimulatorOptions {
  const { port, host, clientId, clientSecret, chave, name, quirks, rules } = options;
  const { state, locationPort, sandboxToken, sandboxPort } = options;
  return {
    console: resolveConsole(options),
    port,
    host,
    names: name,
    ...(clientId !== undefined && { clientId }),
    ...(typeof clientSecret === 'string' && { clientSecret }),
    ...(clientSecret === false && { clientSecret: null }),
    ...(chave && { chaves: chave }),
    ...(quirks && { quirks }),
    ...(rules && { rules }),
    ...(sandboxToken !== undefined && {
      sandbox: {
        token: sandboxToken,
        ...(sandboxPort !== undefined && { port: sandboxPort }),
      },
    }),
    ...(state !== undefined && { stateDir: state }),
    ...(locationPort !== undefined && { locationPort }),
  };
}

/** Resolves the console option. With `--json`, the console is disabled unless `--console-port` is set. */
function resolveConsole({
  console,
  consolePort,
  json,
}: SimulatorCommandOptions): { port: number } | false {
  if (!console || (json === true && consolePort === undefined)) return false;
  return { port: consolePort ?? 0 };
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) {
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  }
  return value;
}
