import { Command, InvalidArgumentError, Option } from 'commander';
import { pixVariables } from 'nestjs-pix/internal';
import { describeVariables } from '../account-variables.js';
import type { CommandContext } from '../command-context.js';
import { parseSeconds } from '../parse-seconds.js';
import type { ProbeCommandOptions } from './probe.options.js';

const DEFAULT_TIMEOUT = 10;
/** Slow enough for limits of a few requests per second. */
const DEFAULT_PAUSE = 250;

/** Builds the command `nestjs-pix probe`, which compares a provider with the specification. */
export function probeCommand(context: CommandContext): Command {
  const { language, say } = context;
  return new Command('probe')
    .description(
      say(
        'Compara um banco com a especificação do Pix e rascunha um perfil de provedor',
        'Compare a bank with the Pix specification, and draft a provider profile',
      ),
    )
    .option(
      '--env <file>',
      say(
        'arquivo com as variáveis abaixo (sem a opção: o ambiente)',
        'file with the variables below (without it: the environment)',
      ),
    )
    .option(
      '--read-only',
      say('envia só GET e pedidos de token', 'send only GET and token requests'),
    )
    .option(
      '--yes',
      say('permite cobranças de R$ 0,01 em produção', 'allow charges of R$ 0.01 in production'),
    )
    .addOption(
      new Option('--json', say('mostra o relatório em JSON', 'print the report as JSON')).conflicts(
        'markdown',
      ),
    )
    .option('--markdown', say('mostra o relatório em Markdown', 'print the report as Markdown'))
    .option(
      '--draft <file>',
      say(
        'também grava o rascunho do perfil em um arquivo',
        'also write the draft of the profile to a file',
      ),
    )
    .option(
      '--timeout <seconds>',
      say('limite de tempo de uma requisição', 'time limit of a request'),
      parseSeconds,
      DEFAULT_TIMEOUT,
    )
    .option(
      '--pause <milliseconds>',
      say('pausa antes de cada requisição', 'pause before each request'),
      milliseconds,
      DEFAULT_PAUSE,
    )
    .addHelpText('after', describeVariables(pixVariables, language) + describeExitCodes(say))
    .action(async (options: ProbeCommandOptions) => {
      // Loaded only here: the simulator starts without the client.
      const { probe } = await import('./probe.action.js');
      await probe(options, context);
    });
}

function describeExitCodes(say: CommandContext['say']): string {
  return say(
    '\nCódigos de saída: 0 relatório completo, 1 opções erradas, 2 sem conexão, 3 sem token\n',
    '\nExit codes: 0 report complete, 1 wrong options, 2 no connection, 3 no token\n',
  );
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}
