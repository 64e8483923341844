import { Command } from 'commander';
import type { CommandContext } from './command.js';
import type { ConvertCommandOptions } from './convert.js';

/** Builds the command `nestjs-pix convert-p12`, which converts certificates between PKCS#12 and PEM. */
export function convertCommand(context: CommandContext): Command {
  const texts = context.texts.convert;
  return new Command('convert-p12')
    .description(texts.description)
    .argument('[file]', texts.file)
    .option('--cert <file>', texts.cert)
    .option('--key <file>', texts.key)
    .option('-o, --out <file>', texts.out)
    .option('--force', texts.force)
    .addHelpText('after', texts.after)
    .action(async (file: string | undefined, options: ConvertCommandOptions) => {
      const { convert } = await import('./convert.js');
      await convert(file, options, context);
    });
}
