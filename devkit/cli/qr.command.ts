import { Command, Option } from 'commander';
import type { CommandContext } from './command.js';
import type { QrCommandOptions } from './qr.js';

/** Builds the command `nestjs-pix qr`, which draws and decodes BR Codes. */
export function qrCommand(context: CommandContext): Command {
  const texts = context.texts.qr;
  return new Command('qr')
    .description(texts.description)
    .argument('[text]', texts.text)
    .option('--chave <chave>', texts.chave)
    .option('--location <location>', texts.location)
    .option('--valor <valor>', texts.valor)
    .option('--nome <nome>', texts.nome)
    .option('--cidade <cidade>', texts.cidade)
    .option('--txid <txid>', texts.txid)
    .option('--descricao <texto>', texts.descricao)
    .addOption(new Option('--format <format>', texts.format).choices(['terminal', 'svg', 'png']))
    .option('-o, --out <file>', texts.out)
    .option('--force', texts.force)
    .option('--text', texts.onlyText)
    .option('--decode', texts.decode)
    .option('--json', texts.json)
    .action(async (text: string | undefined, options: QrCommandOptions) => {
      const { draw } = await import('./qr.js');
      await draw(text, options, context);
    });
}
