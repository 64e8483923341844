import { Command, InvalidArgumentError, Option } from 'commander';
import { pixVariables } from '../../nest/environment/index.js';
import type { CommandConsole } from '../console.js';
import type { ProbeCommandOptions } from './probe.options.js';

const DEFAULT_TIMEOUT = 10;
/** Slow enough for limits of a few requests per second. */
const DEFAULT_PAUSE = 250;

/** Builds the command `nestjs-pix probe`, which compares a provider with the specification. */
export function probeCommand(console: CommandConsole): Command {
  return new Command('probe')
    .description('Compare a bank with the Pix specification, and draft a provider profile')
    .option('--env <file>', 'file with the variables below (default: the environment)')
    .option('--read-only', 'send only GET and token requests')
    .option('--yes', 'allow charges of R$ 0.01 in production')
    .addOption(new Option('--json', 'print the report as JSON').conflicts('markdown'))
    .option('--markdown', 'print the report as Markdown')
    .addOption(
      new Option('--lang <language>', 'language (default: that of the locale)').choices([
        'pt',
        'en',
      ]),
    )
    .option('--draft <file>', 'also write the draft of the profile to a file')
    .option('--timeout <seconds>', 'time limit of a request', seconds, DEFAULT_TIMEOUT)
    .option('--pause <milliseconds>', 'pause before each request', milliseconds, DEFAULT_PAUSE)
    .addHelpText('after', describeVariables())
    .action(async (options: ProbeCommandOptions) => {
      // Loaded only here: the simulator starts without the client.
      const { probe } = await import('./probe.action.js');
      await probe(options, console);
    });
}

function describeVariables(): string {
  const lines = Object.values(pixVariables).map(
    ({ name, meaning }) => `  ${name.padEnd(20)} ${meaning}`,
  );
  return `\nVariables:\n${lines.join('\n')}\n\nExit codes: 0 report complete, 1 wrong options, 2 no connection, 3 no token\n`;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 60)) throw new InvalidArgumentError('It must be a number up to 60.');
  return value;
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}
