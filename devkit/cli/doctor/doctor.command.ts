import { Command } from 'commander';
import { addAccountOptions } from '../account.js';
import { parseSeconds, type CommandContext } from '../command.js';
import type { DoctorCommandOptions } from './diagnose.js';

const DEFAULT_TIMEOUT = 10;

/** Builds the command `nestjs-pix doctor`, which explains the problems of a set of credentials. */
export function doctorCommand(context: CommandContext): Command {
  const { doctor } = context.texts;
  return addAccountOptions(new Command('doctor').description(doctor.description), context)
    .option('--webhook <address>', doctor.webhook)
    .option('--timeout <seconds>', doctor.timeout, parseSeconds, DEFAULT_TIMEOUT)
    .option('--json', doctor.json)
    .addHelpText('after', doctor.after)
    .action(async (options: DoctorCommandOptions) => {
      const { diagnose } = await import('./diagnose.js');
      await diagnose(options, context);
    });
}
