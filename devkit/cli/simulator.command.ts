import { Command, InvalidArgumentError, Option } from 'commander';
import { PixSimulator } from '../simulator/composition/public.js';
import type { PixSimulatorOptions, SimulatorConsoleOptions } from '../simulator/index.js';
import { simulatorQuirks } from '../simulator/profiles/public.js';
import { HOSTILE_KINDS, SIMULATOR_RULES } from '../simulator/settings/public.js';
import type { CommandContext } from './command-context.js';
import { CommandError } from './command-error.js';
import type { CommandConsole } from './console.js';
import { describeStartFailure } from './simulator.failures.js';
import { makeFolder, resolveFiles, writeFiles } from './simulator.files.js';
import type { SimulatorCommandOptions } from './simulator.options.js';
import { readyLine, readyText } from './simulator.text.js';

/** Builds the command `nestjs-pix simulator`, which runs a simulated provider until it is stopped. */
export function simulatorCommand(context: CommandContext): Command {
  const { console, say } = context;
  const command = new Command('simulator').description(
    say(
      'Executa um provedor Pix simulado: mTLS, OAuth 2.0, cobranças, pagamentos, webhooks',
      'Run a simulated Pix provider: mutual TLS, OAuth 2.0, charges, payments, webhooks',
    ),
  );
  addServerOptions(command, context);
  addBankOptions(command, context);
  addBehaviorOptions(command, context);
  return command
    .option(
      '--json',
      say(
        'mostra uma linha de JSON quando está pronto, para um processo pai',
        'print one line of JSON when ready, for a parent process',
      ),
    )
    .action((options: SimulatorCommandOptions) => serve(options, console));
}

/** Adds the options of addresses, ports and files. */
function addServerOptions(command: Command, { say }: CommandContext): void {
  const anyFree = say('sem a opção: qualquer porta livre', 'without it: any free port');
  command
    .option(
      '-p, --port <port>',
      say('porta; 0 para qualquer porta livre', 'port to listen on; 0 for any free port'),
      port,
      8443,
    )
    .option('--host <address>', say('endereço em que escuta', 'address to listen on'), '127.0.0.1')
    .option(
      '-o, --out <folder>',
      say('pasta dos certificados e credenciais', 'folder for the certificates and credentials'),
      './pix-certs',
    )
    .option(
      '--name <name...>',
      say(
        'outros nomes ou endereços para os certificados de servidor',
        'further host names or addresses for the server certificates',
      ),
      [],
    )
    .option(
      '--state <folder>',
      say(
        'pasta para guardar o estado; o próximo início continua dele',
        'folder to persist the state in; a later start continues from it',
      ),
    )
    .option(
      '--console-port <port>',
      say(`porta do console web (${anyFree})`, `port of the web console (${anyFree})`),
      port,
    )
    .option(
      '--console-host <address>',
      say(
        'endereço em que o console escuta (sem a opção: 127.0.0.1); 0.0.0.0 em um contêiner',
        'address that the console listens on (without it: 127.0.0.1); 0.0.0.0 in a container',
      ),
    )
    .option('--no-console', say('não abre o console web', 'do not open a web console'))
    .option(
      '--location-port <port>',
      say(
        `porta das locations dos payloads (${anyFree})`,
        `port of the payload locations (${anyFree})`,
      ),
      port,
    );
}

/** Adds the options of the simulated bank. */
function addBankOptions(command: Command, { say }: CommandContext): void {
  const anyFree = say('sem a opção: qualquer porta livre', 'without it: any free port');
  command
    .option(
      '--client-id <id>',
      say(
        'identificador do cliente (sem a opção: pix-simulator)',
        'client identifier (without it: pix-simulator)',
      ),
    )
    .option(
      '--client-secret <secret>',
      say('segredo do cliente (sem a opção: aleatório)', 'client secret (without it: random)'),
    )
    .option(
      '--no-client-secret',
      say('registra o cliente sem segredo', 'register the client without a secret'),
    )
    .option(
      '--chave <chave...>',
      say(
        'chaves Pix do recebedor (sem a opção: qualquer chave)',
        "the receiver's Pix keys (without it: any key)",
      ),
    )
    .option(
      '--sandbox-token <token>',
      say(
        'também oferece um sandbox sem mTLS para este token',
        'also serve a sandbox without mutual TLS for this token',
      ),
    )
    .option(
      '--sandbox-port <port>',
      say(`porta do sandbox (${anyFree})`, `port of the sandbox (${anyFree})`),
      port,
    );
}

/** Adds the options of how the simulated bank behaves. */
function addBehaviorOptions(command: Command, { say }: CommandContext): void {
  command
    .addOption(
      new Option(
        '--quirks <provider>',
        say(
          'provedor a simular, com suas diferenças da especificação',
          'provider to simulate, with its differences from the specification',
        ),
      ).choices(Object.keys(simulatorQuirks)),
    )
    .addOption(
      new Option(
        '--rules <rules>',
        say(
          'regras do Pix Automático: as da rede ou só as da especificação (sem a opção: network)',
          'rules of Pix Automático: those of the network, or only those of the specification (without it: network)',
        ),
      ).choices(SIMULATOR_RULES),
    )
    .addOption(
      new Option(
        '--hostile <kind...>',
        say(
          'hábitos de bancos reais que um cliente tem de suportar',
          'habits of real banks that a client must withstand',
        ),
      ).choices(HOSTILE_KINDS),
    );
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
  const { port, host, clientId, clientSecret, chave, name, quirks, rules, hostile } = options;
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
    ...(hostile && { hostile }),
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

/** Resolves the console option. With `--json`, the console is disabled unless its port or address is set. */
function resolveConsole({
  console,
  consolePort,
  consoleHost,
  json,
}: SimulatorCommandOptions): SimulatorConsoleOptions | false {
  const chosen = {
    ...(consolePort !== undefined && { port: consolePort }),
    ...(consoleHost !== undefined && { host: consoleHost }),
  };
  if (!console || (json === true && Object.keys(chosen).length === 0)) return false;
  return chosen;
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) {
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  }
  return value;
}
