import { Command } from 'commander';
import { addAccountOptions } from '../account-variables.js';
import type { CommandContext } from '../command-context.js';
import type { ListOptions, RegisterOptions, WebhookOptions } from './webhook.action.js';

/** Builds the command `nestjs-pix webhook`, which manages the registered addresses of notifications. */
export function webhookCommand(context: CommandContext): Command {
  const { say } = context;
  return new Command('webhook')
    .description(
      say(
        'Registra, lista e remove os webhooks de uma conta',
        'Register, list and delete the webhooks of an account',
      ),
    )
    .addCommand(registerCommand(context))
    .addCommand(listCommand(context))
    .addCommand(deleteCommand(context));
}

function describeTarget({ say }: CommandContext): string {
  return say(
    'chave Pix, ou rec (recorrências), ou cobr (cobranças recorrentes)',
    'Pix key, or rec (recurrences), or cobr (recurring charges)',
  );
}

function registerCommand(context: CommandContext): Command {
  const { say } = context;
  const command = new Command('register')
    .description(
      say(
        'Registra o endereço que recebe as notificações, e confere o registro',
        'Register the address that receives notifications, and verify the registration',
      ),
    )
    .argument(
      '[target]',
      `${describeTarget(context)} ${say('(sem ele: PIX_CHAVE)', '(without it: PIX_CHAVE)')}`,
    )
    .argument(
      '[url]',
      say(
        'endereço https, sem o sufixo do banco (sem ele: PIX_WEBHOOK_URL)',
        'https address, without the suffix of the bank (without it: PIX_WEBHOOK_URL)',
      ),
    )
    .option(
      '--mtls',
      say(
        'aceita um endereço sem segredo: o receptor confere o certificado do banco',
        "accept an address without a secret: the receiver checks the bank's certificate",
      ),
    )
    .addHelpText(
      'after',
      say(
        '\nO segredo de PIX_WEBHOOK_SECRET é acrescentado ao endereço como hmac; assim ele não fica no histórico do terminal.\n',
        '\nThe secret of PIX_WEBHOOK_SECRET is added to the address as hmac, so that it is not in the history of the terminal.\n',
      ),
    );
  return addAccountOptions(command, context).action(
    async (target: string | undefined, url: string | undefined, options: RegisterOptions) => {
      const { register } = await import('./webhook.action.js');
      await register(target, url, options, context);
    },
  );
}

function listCommand(context: CommandContext): Command {
  const { say } = context;
  const command = new Command('list')
    .description(
      say(
        'Lista os endereços registrados, sem os valores dos parâmetros',
        'List the registered addresses, without the values of their parameters',
      ),
    )
    .argument(
      '[target]',
      `${describeTarget(context)} ${say('(sem ele: todas as chaves)', '(without it: all keys)')}`,
    )
    .option('--json', say('mostra em JSON', 'print as JSON'));
  return addAccountOptions(command, context).action(
    async (target: string | undefined, options: ListOptions) => {
      const { list } = await import('./webhook.action.js');
      await list(target, options, context);
    },
  );
}

function deleteCommand(context: CommandContext): Command {
  const { say } = context;
  const command = new Command('delete')
    .description(
      say('Remove um registro: as notificações param', 'Delete a registration: notifications stop'),
    )
    .argument('<target>', describeTarget(context));
  return addAccountOptions(command, context).action(
    async (target: string, options: WebhookOptions) => {
      const { remove } = await import('./webhook.action.js');
      await remove(target, options, context);
    },
  );
}
