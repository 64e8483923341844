import { Command } from 'commander';
import { addAccountOptions } from '../account-variables.js';
import type { CommandContext } from '../command-context.js';
import { parseSeconds } from '../parse-seconds.js';
import type { DoctorCommandOptions } from './doctor.options.js';

const DEFAULT_TIMEOUT = 10;

/** Builds the command `nestjs-pix doctor`, which explains the problems of a set of credentials. */
export function doctorCommand(context: CommandContext): Command {
  const { say } = context;
  const command = new Command('doctor').description(
    say(
      'Verifica as credenciais de uma conta passo a passo e diz como corrigir cada problema',
      'Check the credentials of an account step by step, with the solution of each problem',
    ),
  );
  return addAccountOptions(command, context)
    .option(
      '--webhook <address>',
      say(
        'endereço do receptor de webhooks, em vez de PIX_WEBHOOK_URL',
        'address of the webhook receiver, instead of PIX_WEBHOOK_URL',
      ),
    )
    .option(
      '--timeout <seconds>',
      say('limite de tempo de cada conexão', 'time limit of each connection'),
      parseSeconds,
      DEFAULT_TIMEOUT,
    )
    .option('--json', say('mostra o resultado em JSON', 'print the result as JSON'))
    .addHelpText(
      'after',
      say(
        '\nNão cria, altera nem paga nada: envia pedidos de token, consultas e uma notificação vazia ao seu receptor.\n\nCódigos de saída: 0 nenhum problema, 1 opções erradas, 2 algum problema\n',
        '\nIt creates, changes and pays nothing: it sends token requests, reads, and an empty notification to your receiver.\n\nExit codes: 0 no problem, 1 wrong options, 2 a problem\n',
      ),
    )
    .action(async (options: DoctorCommandOptions) => {
      const { diagnose } = await import('./doctor.action.js');
      await diagnose(options, context);
    });
}
