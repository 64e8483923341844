import { Command } from 'commander';
import type { CommandContext } from './command.js';
import type { TriggerCommandOptions } from './trigger.js';

/** Builds the command `nestjs-pix trigger`, which runs a scenario at a simulated bank. */
export function triggerCommand(context: CommandContext): Command {
  const { trigger, bank } = context.texts;
  return new Command('trigger')
    .description(trigger.description)
    .argument('[scenario]', trigger.scenario)
    .option('--bank <place>', bank.option, './pix-certs')
    .option('--json', trigger.json)
    .action(async (scenario: string | undefined, options: TriggerCommandOptions) => {
      const { runScenario } = await import('./trigger.js');
      await runScenario(scenario, options, context);
    });
}
