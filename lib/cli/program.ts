import { Command, CommanderError } from 'commander';
import { VERSION } from '../nest/version.js';
import { CommandError } from './command-error.js';
import type { CommandConsole } from './console.js';
import { simulatorCommand } from './simulator.command.js';

/**
 * Runs the command line.
 *
 * @param args without the program's own name
 * @returns the exit code: 0, or 1 after a message that says what is wrong
 */
export async function run(args: readonly string[], console: CommandConsole): Promise<number> {
  const program = new Command('nestjs-pix')
    .description('Tools of nestjs-pix')
    .version(VERSION)
    .addCommand(simulatorCommand(console));
  // Set one by one: a command that is added does not inherit them.
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
    return exitCodeOf(error, console);
  }
}

function exitCodeOf(error: unknown, console: CommandConsole): number {
  // Commander has printed its own message; help and version are no failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
  if (!(error instanceof CommandError)) throw error;
  console.err(`error: ${error.message}\n`);
  return 1;
}
