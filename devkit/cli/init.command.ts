import { Command } from 'commander';
import type { CommandContext } from './command.js';
import type { InitCommandOptions } from './init.js';

/** Builds the command `nestjs-pix init`, which adds Pix to a Nest application. */
export function initCommand(context: CommandContext): Command {
  const texts = context.texts.init;
  return new Command('init')
    .description(texts.description)
    .option('--folder <folder>', texts.folder, 'src/pix')
    .option('--force', texts.force)
    .addHelpText('after', texts.after)
    .action(async (options: InitCommandOptions) => {
      const { init } = await import('./init.js');
      await init(options, context);
    });
}
