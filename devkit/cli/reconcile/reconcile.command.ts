import { Command } from 'commander';
import { addAccountOptions } from '../account-variables.js';
import type { CommandContext } from '../command-context.js';
import type { ReconcileCommandOptions } from './reconcile.action.js';

/** Builds the command `nestjs-pix reconcile`, which compares received Pix with orders. */
export function reconcileCommand(context: CommandContext): Command {
  const { say } = context;
  const command = new Command('reconcile')
    .description(
      say(
        'Compara os Pix recebidos em um período com seus pedidos; só lê',
        'Compare the Pix received in a period with your orders; only reads',
      ),
    )
    .requiredOption(
      '--from <day>',
      say(
        'primeiro dia (2026-11-01), ou instante RFC 3339',
        'first day (2026-11-01), or RFC 3339 instant',
      ),
    )
    .option(
      '--to <day>',
      say(
        'último dia, inclusive, ou instante RFC 3339 (sem a opção: agora)',
        'last day, inclusive, or RFC 3339 instant (without it: now)',
      ),
    )
    .option(
      '--orders <file>',
      say(
        'pedidos: CSV com as colunas txid e valor, JSON, ou um txid por linha; "-" lê da entrada padrão (sem a opção: só totais)',
        'orders: CSV with the columns txid and valor, JSON, or one txid per line; "-" reads the standard input (without it: only totals)',
      ),
    )
    .option('--json', say('mostra em JSON', 'print as JSON'));
  return addAccountOptions(command, context)
    .addHelpText(
      'after',
      say(
        '\nOs dias são os do horário de Brasília. CPF e CNPJ não aparecem.\n\nCódigos de saída: 0 tudo confere (uma lista só de txids não confere valores), 1 opções erradas, 2 há diferenças, 3 o banco não respondeu\n',
        '\nDays are those of the time of Brasília. CPF and CNPJ are masked.\n\nExit codes: 0 everything matches (a list of only txids compares no amounts), 1 wrong options, 2 there are differences, 3 the bank did not answer\n',
      ),
    )
    .action(async (options: ReconcileCommandOptions) => {
      const { reconcile } = await import('./reconcile.action.js');
      await reconcile(options, context);
    });
}
