import { Command, Option } from 'commander';
import { parseCount, type CommandContext } from './command.js';
import type { LogFormat } from './live-log.js';
import type { LogsCommandOptions } from './logs.js';

const DEFAULT_LIMIT = 20;

const FORMATS: readonly LogFormat[] = ['text', 'json'];

/** Builds the command `nestjs-pix logs`, which prints what a simulated bank has logged. */
export function logsCommand(context: CommandContext): Command {
  const { logs, bank, log } = context.texts;
  return new Command('logs')
    .description(logs.description)
    .option('--bank <place>', bank.option, './pix-certs')
    .option('--limit <count>', logs.limit, parseCount, DEFAULT_LIMIT)
    .option('-f, --follow', logs.follow)
    .addOption(new Option('--log <format>', log.option).choices(FORMATS).default('text'))
    .action(async (options: LogsCommandOptions) => {
      const { printLogs } = await import('./logs.js');
      await printLogs(options, context);
    });
}
