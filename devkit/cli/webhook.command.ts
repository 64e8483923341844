import { Command } from 'commander';
import { addAccountOptions } from './account.js';
import type { CommandContext } from './command.js';
import type { ListOptions, RegisterOptions, WebhookOptions } from './webhook.js';

/** Builds the command `nestjs-pix webhook`, which manages the registered addresses of notifications. */
export function webhookCommand(context: CommandContext): Command {
  return new Command('webhook')
    .description(context.texts.webhook.description)
    .addCommand(registerCommand(context))
    .addCommand(listCommand(context))
    .addCommand(deleteCommand(context));
}

function registerCommand(context: CommandContext): Command {
  const texts = context.texts.webhook.register;
  const command = new Command('register')
    .description(texts.description)
    .argument('[target]', texts.target)
    .argument('[url]', texts.url)
    .option('--mtls', texts.mtls)
    .option('--no-mtls', texts.noMtls)
    .addHelpText('after', texts.after);
  return addAccountOptions(command, context).action(
    async (target: string | undefined, url: string | undefined, options: RegisterOptions) => {
      const { register } = await import('./webhook.js');
      await register(target, url, options, context);
    },
  );
}

function listCommand(context: CommandContext): Command {
  const texts = context.texts.webhook.list;
  const command = new Command('list')
    .description(texts.description)
    .argument('[target]', texts.target)
    .option('--json', texts.json);
  return addAccountOptions(command, context).action(
    async (target: string | undefined, options: ListOptions) => {
      const { list } = await import('./webhook.js');
      await list(target, options, context);
    },
  );
}

function deleteCommand(context: CommandContext): Command {
  const texts = context.texts.webhook.delete;
  const command = new Command('delete')
    .description(texts.description)
    .argument('<target>', texts.target);
  return addAccountOptions(command, context).action(
    async (target: string, options: WebhookOptions) => {
      const { remove } = await import('./webhook.js');
      await remove(target, options, context);
    },
  );
}
