import { Command, CommanderError } from 'commander';
import { VERSION, type Variables } from 'nestjs-pix/internal';
import type { CommandContext } from './command-context.js';
import { CommandError } from './command-error.js';
import { processInput, type CommandInput } from './command-input.js';
import type { CommandConsole } from './console.js';
import { convertCommand } from './convert-p12/convert.command.js';
import { doctorCommand } from './doctor/doctor.command.js';
import { chooseLanguage } from './language.js';
import { localize } from './localize.js';
import { probeCommand } from './probe/probe.command.js';
import { qrCommand } from './qr/qr.command.js';
import { reconcileCommand } from './reconcile/reconcile.command.js';
import { simulatorCommand } from './simulator.command.js';
import { webhookCommand } from './webhook/webhook.command.js';

/** In the order of the help. */
const COMMANDS: readonly ((context: CommandContext) => Command)[] = [
  doctorCommand,
  qrCommand,
  convertCommand,
  webhookCommand,
  reconcileCommand,
  simulatorCommand,
  probeCommand,
];

/**
 * Runs the command line.
 *
 * @param args without the name of the program
 * @returns the exit code: 0, or that of the error after its message
 */
export async function run(
  args: readonly string[],
  console: CommandConsole,
  input: CommandInput = processInput(),
  environment: Variables = process.env,
): Promise<number> {
  const language = chooseLanguage(args, environment);
  const say: CommandContext['say'] = (pt, en) => (language === 'pt' ? pt : en);
  const context: CommandContext = { console, input, environment, language, say };
  const program = new Command('nestjs-pix')
    .description(say('Ferramentas da nestjs-pix', 'Tools of nestjs-pix'))
    .version(VERSION, '-V, --version', say('mostra a versão', 'print the version'));
  for (const build of COMMANDS) program.addCommand(build(context));
  localize(program, context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return resolveExitCode(error, console);
  }
}

function resolveExitCode(error: unknown, console: CommandConsole): number {
  // Commander has printed its message. Help and version are not failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
  if (!(error instanceof CommandError)) throw error;
  if (error.message !== '') console.err(`error: ${error.message}\n`);
  return error.exitCode;
}
