import { Command } from 'commander';
import { type AccountSelection, addAccountOptions } from './account.js';
import type { CommandContext } from './command.js';
import type { WebhookListOptions, RegisterOptions } from './webhook.js';

/** Builds the command `nestjs-pix webhook`, which manages the registered addresses of notifications. */
export function webhookCommand(context: CommandContext): Command {
  const texts = context.texts.webhook;
  const add = (name: 'register' | 'list' | 'delete', argument: string): Command =>
    new Command(name).description(texts[name].description).argument(argument, texts[name].target);
  const register = add('register', '[target]')
    .argument('[url]', texts.register.url)
    .option('--mtls', texts.register.mtls)
    .option('--no-mtls', texts.register.noMtls)
    .addHelpText('after', texts.register.after)
    .action(async (target: string | undefined, url: string | undefined, options: RegisterOptions) =>
      (await import('./webhook.js')).register(target, url, options, context),
    );
  const list = add('list', '[target]')
    .option('--json', context.texts.json)
    .action(async (target: string | undefined, options: WebhookListOptions) =>
      (await import('./webhook.js')).list(target, options, context),
    );
  const remove = add('delete', '<target>').action(
    async (target: string, options: AccountSelection) =>
      (await import('./webhook.js')).remove(target, options, context),
  );
  const command = new Command('webhook').description(texts.description);
  for (const one of [register, list, remove]) command.addCommand(addAccountOptions(one, context));
  return command;
}
