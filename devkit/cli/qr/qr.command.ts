import { Command, Option } from 'commander';
import type { CommandContext } from '../command-context.js';
import type { QrCommandOptions } from './qr.action.js';

/** Builds the command `nestjs-pix qr`, which draws and decodes BR Codes. */
export function qrCommand(context: CommandContext): Command {
  const { say } = context;
  const command = new Command('qr')
    .description(
      say(
        'Desenha o QR Code de um Pix Copia e Cola, de uma chave ou de uma location',
        'Draw the QR code of a Pix Copia e Cola text, of a key or of a location',
      ),
    )
    .argument(
      '[text]',
      say(
        'Pix Copia e Cola; "-" lê da entrada padrão',
        'Pix Copia e Cola; "-" reads the standard input',
      ),
    );
  addContentOptions(command, context);
  return command
    .addOption(
      new Option(
        '--format <format>',
        say(
          'formato (sem a opção: o da extensão de --out, ou terminal)',
          'format (without it: that of the extension of --out, or terminal)',
        ),
      ).choices(['terminal', 'svg', 'png']),
    )
    .option('-o, --out <file>', say('grava em um arquivo novo', 'write to a new file'))
    .option('--force', say('substitui o arquivo se existir', 'replace the file if it exists'))
    .option(
      '--text',
      say('mostra o Pix Copia e Cola, sem desenho', 'print the text, without a drawing'),
    )
    .option('--decode', say('mostra os campos do código', 'print the fields of the code'))
    .option('--json', say('com --decode: em JSON', 'with --decode: as JSON'))
    .action(async (text: string | undefined, options: QrCommandOptions) => {
      const { draw } = await import('./qr.action.js');
      await draw(text, options, context);
    });
}

/** Adds the options that describe a code, instead of its text. */
function addContentOptions(command: Command, { say }: CommandContext): void {
  command
    .option('--chave <chave>', say('chave Pix de um código estático', 'Pix key of a static code'))
    .option(
      '--location <location>',
      say('location de um código dinâmico', 'location of a dynamic code'),
    )
    .option('--valor <valor>', say('valor em reais: 37.00', 'amount in reais: 37.00'))
    .option('--nome <nome>', say('nome do recebedor', "receiver's name"))
    .option('--cidade <cidade>', say('cidade do recebedor', "receiver's city"))
    .option(
      '--txid <txid>',
      say('identificador, até 25 caracteres', 'identifier, up to 25 characters'),
    )
    .option('--descricao <texto>', say('texto para o pagador', 'text for the payer'));
}
