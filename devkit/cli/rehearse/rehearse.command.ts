import { Command } from 'commander';
import { bankOption, parseSeconds, type CommandContext } from '../command.js';
import type { RehearsalAction } from '../texts/rehearse.en.js';
import type { RehearseCommandOptions } from './rehearse.js';

/** Seconds that an application has for each step. */
const DEFAULT_WAIT = 15;

/** Builds the command `nestjs-pix rehearse`, which lets payments go wrong and observes an application. */
export function rehearseCommand(context: CommandContext): Command {
  const { rehearse: texts } = context.texts;
  const command = new Command('rehearse').description(texts.description);
  for (const [action, description] of Object.entries(texts.actions)) {
    const required = (action as RehearsalAction) === 'order';
    command[required ? 'requiredOption' : 'option'](`--${action} <command>`, description);
  }
  return command
    .addOption(bankOption(context))
    .option('--only <id...>', texts.only)
    .option('--wait <seconds>', texts.wait, parseSeconds, DEFAULT_WAIT)
    .option('--json', texts.json)
    .addHelpText('after', texts.after)
    .action(async (options: RehearseCommandOptions) => {
      const { rehearse } = await import('./rehearse.js');
      await rehearse(options, context);
    });
}
