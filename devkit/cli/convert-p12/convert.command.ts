import { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import type { ConvertCommandOptions } from './convert.action.js';

/** Builds the command `nestjs-pix convert-p12`, which converts certificates between PKCS#12 and PEM. */
export function convertCommand(context: CommandContext): Command {
  const { say } = context;
  return new Command('convert-p12')
    .description(
      say(
        'Converte um certificado entre PKCS#12 (.p12, .pfx) e PEM, também de cifras antigas (RC2, 3DES)',
        'Convert a certificate between PKCS#12 (.p12, .pfx) and PEM, also from old ciphers (RC2, 3DES)',
      ),
    )
    .argument(
      '[file]',
      say(
        'arquivo PKCS#12; sem ele, use --cert e --key',
        'PKCS#12 file; without it, use --cert and --key',
      ),
    )
    .option('--cert <file>', say('certificado em PEM', 'certificate as PEM'))
    .option('--key <file>', say('chave privada em PEM', 'private key as PEM'))
    .option(
      '-o, --out <file>',
      say(
        'arquivo novo: .p12 ou .pfx grava PKCS#12; outro nome grava <nome>.pem e <nome>.key (sem a opção: o nome do arquivo lido, no outro formato)',
        'new file: .p12 or .pfx writes PKCS#12; another name writes <name>.pem and <name>.key (without it: the name of the file that is read, in the other format)',
      ),
    )
    .option('--force', say('substitui os arquivos se existirem', 'replace the files if they exist'))
    .addHelpText(
      'after',
      say(
        '\nA senha vem da variável PIX_PASSPHRASE, ou é perguntada no terminal. Um PKCS#12 novo recebe a mesma senha. A chave em PEM não tem senha: só o dono do arquivo pode lê-la.\n',
        '\nThe passphrase comes from the variable PIX_PASSPHRASE, or is asked for on the terminal. A new PKCS#12 file gets the same passphrase. The key as PEM has none: only the owner of the file can read it.\n',
      ),
    )
    .action(async (file: string | undefined, options: ConvertCommandOptions) => {
      const { convert } = await import('./convert.action.js');
      await convert(file, options, context);
    });
}
