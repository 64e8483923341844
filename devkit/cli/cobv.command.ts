import { Command } from 'commander';
import type { CobVCommandOptions } from './cobv.js';
import type { CommandContext } from './command.js';

/** Builds the command `nestjs-pix cobv`, which prints what a due-date charge is worth on each day. */
export function cobvCommand(context: CommandContext): Command {
  const { description, file, after, options, explain, json } = context.texts.cobv;
  const command = new Command('cobv').description(description).argument('[file]', file);
  for (const [name, text] of Object.entries(options)) command.option(`--${name} <value>`, text);
  return command
    .option('--explain', explain)
    .option('--json', json)
    .addHelpText('after', after)
    .action(async (path: string | undefined, given: CobVCommandOptions) => {
      const { showCobV } = await import('./cobv.js');
      await showCobV(path, given, context);
    });
}
