import { Command, InvalidArgumentError, Option } from 'commander';
import { pixVariables } from 'nestjs-pix/internal';
import { describeVariables } from '../account.js';
import { parseSeconds, type CommandContext } from '../command.js';
import type { ProbeCommandOptions } from './probe.js';

const DEFAULT_TIMEOUT = 10;
/** Slow enough for limits of a few requests per second. */
const DEFAULT_PAUSE = 250;

/** Builds the command `nestjs-pix probe`, which compares a provider with the specification. */
export function probeCommand(context: CommandContext): Command {
  const { account, probe: texts } = context.texts;
  return new Command('probe')
    .description(texts.description)
    .option('--env <file>', account.env)
    .option('--read-only', texts.readOnly)
    .option('--yes', texts.yes)
    .addOption(new Option('--json', texts.json).conflicts('markdown'))
    .option('--markdown', texts.markdown)
    .option('--draft <file>', texts.draft)
    .option('--force', texts.force)
    .option('--timeout <seconds>', texts.timeout, parseSeconds, DEFAULT_TIMEOUT)
    .option('--pause <milliseconds>', texts.pause, parseMilliseconds, DEFAULT_PAUSE)
    .addHelpText('after', describeVariables(pixVariables, context) + texts.after)
    .action(async (options: ProbeCommandOptions) => {
      // Loaded only here: the simulator starts without the client.
      const { probe } = await import('./probe.js');
      await probe(options, context);
    });
}

function parseMilliseconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
