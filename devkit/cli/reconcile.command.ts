import { Command } from 'commander';
import { addAccountOptions } from './account.js';
import type { CommandContext } from './command.js';
import type { ReconcileCommandOptions } from './reconcile.js';

/** Builds the command `nestjs-pix reconcile`, which compares received Pix with orders. */
export function reconcileCommand(context: CommandContext): Command {
  const texts = context.texts.reconcile;
  const command = new Command('reconcile')
    .description(texts.description)
    .requiredOption('--from <day>', texts.from)
    .option('--to <day>', texts.to)
    .option('--orders <file>', texts.orders)
    .option('--json', texts.json);
  return addAccountOptions(command, context)
    .addHelpText('after', texts.after)
    .action(async (options: ReconcileCommandOptions) => {
      const { reconcile } = await import('./reconcile.js');
      await reconcile(options, context);
    });
}
