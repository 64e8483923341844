import { Command, CommanderError } from 'commander';
import { VERSION } from '../nest/version.js';
import { CommandError } from './command-error.js';
import type { CommandConsole } from './console.js';
import { probeCommand } from './probe/probe.command.js';
import { simulatorCommand } from './simulator.command.js';

/**
 * Runs the command line.
 *
 * @param args without the name of the program
 * @returns the exit code: 0, or that of the error after its message
 */
export async function run(args: readonly string[], console: CommandConsole): Promise<number> {
  const program = new Command('nestjs-pix')
    .description('Tools of nestjs-pix')
    .version(VERSION)
    .addCommand(simulatorCommand(console))
    .addCommand(probeCommand(console));
  // Set on each command: added commands do not inherit these settings.
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        console.out(text);
      },
      writeErr: (text) => {
        console.err(text);
      },
    });
  }
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
  console.err(`error: ${error.message}\n`);
  return error.exitCode;
}
