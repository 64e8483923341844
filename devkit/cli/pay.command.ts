import { Command } from 'commander';
import type { CommandContext } from './command.js';
import type { PayCommandOptions } from './pay.js';

/** Builds the command `nestjs-pix pay`, which pays a charge at a simulated bank. */
export function payCommand(context: CommandContext): Command {
  const { pay, bank } = context.texts;
  return new Command('pay')
    .description(pay.description)
    .argument('[charge]', pay.charge)
    .option('--bank <place>', bank.option, './pix-certs')
    .option('--valor <amount>', pay.valor)
    .option('--force', pay.force)
    .option('--json', pay.json)
    .action(async (charge: string | undefined, options: PayCommandOptions) => {
      const { payCharge } = await import('./pay.js');
      await payCharge(charge, options, context);
    });
}
