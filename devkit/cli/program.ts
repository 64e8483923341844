import { Command, CommanderError, Help, Option } from 'commander';
import { redact, VERSION, type Variables } from 'nestjs-pix/internal';
import {
  CommandError,
  processInput,
  toSafeConsole,
  type CommandConsole,
  type CommandContext,
  type CommandInput,
} from './command.js';
import {
  cobvCommand,
  convertCommand,
  initCommand,
  logsCommand,
  payCommand,
  qrCommand,
  reconcileCommand,
  triggerCommand,
} from './commands.js';
import { doctorCommand } from './doctor/doctor.command.js';
import { ledgerCommand } from './ledger/ledger.command.js';
import { probeCommand } from './probe/probe.command.js';
import { rehearseCommand } from './rehearse/rehearse.command.js';
import { simulatorCommand } from './simulator.command.js';
import { escapeLine } from './terminal-text.js';
import { catalogues, type Language } from './texts/catalogues.js';
import type { Texts } from './texts/en.js';
import { webhookCommand } from './webhook.command.js';

/** In the order of the help. */
const COMMANDS: readonly ((context: CommandContext) => Command)[] = [
  initCommand,
  doctorCommand,
  qrCommand,
  cobvCommand,
  convertCommand,
  webhookCommand,
  reconcileCommand,
  ledgerCommand,
  simulatorCommand,
  payCommand,
  triggerCommand,
  logsCommand,
  rehearseCommand,
  probeCommand,
];

/**
 * Runs the command line.
 *
 * @param args without the name of the program
 * @returns the exit code: 0, or that of the error after its message. An error that no command expects has 1
 */
export async function run(
  args: readonly string[],
  console: CommandConsole,
  input: CommandInput = processInput(),
  environment: Variables = process.env,
): Promise<number> {
  const language = chooseLanguage(args, environment);
  const texts = catalogues[language];
  const context: CommandContext = {
    console: toSafeConsole(console),
    ...{ input, environment, language, texts },
  };
  const program = new Command('nestjs-pix')
    .description(texts.program.description)
    .version(VERSION, '-V, --version', texts.program.version);
  for (const build of COMMANDS) program.addCommand(build(context));
  localize(program, context);
  try {
    await program.parseAsync(isUnknown(args, program) ? args.slice(0, 1) : args, { from: 'user' });
    return 0;
  } catch (error) {
    return resolveExitCode(error, context);
  }
}

/** Whether a command is unknown. With its `--help`, Commander would print the general help. */
function isUnknown([name = '-']: readonly string[], { commands }: Command): boolean {
  return !name.startsWith('-') && name !== 'help' && !commands.some((one) => one.name() === name);
}

function translateMessage(text: string, { messages }: Texts): string {
  return messages.reduce((result, [pattern, words]) => result.replace(pattern, words), text);
}

/** Chooses the language of `--lang`, or of the locale. Read before the options, because help texts depend on it. */
function chooseLanguage(
  args: readonly string[],
  { LC_ALL, LC_MESSAGES, LANG }: Variables,
): Language {
  const index = args.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const chosen = args[index]?.split('=')[1] ?? args[index + 1];
  if (index >= 0 && (chosen === 'pt' || chosen === 'en')) return chosen;
  // An empty variable counts as absent (POSIX, 8.2).
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((name) => name);
  return locale?.toLowerCase().startsWith('pt') === true ? 'pt' : 'en';
}

/** Translates Commander's own words for a command and its subcommands, and adds `--lang`. */
function localize(command: Command, context: CommandContext): void {
  const { console, texts } = context;
  const translate = (text: string): string => texts.words[text] ?? text;
  const translateTerms = (text: string): string =>
    text.replace(/\[(options|command)\]/g, translate);
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        console.out(text);
      },
      writeErr: (text) => {
        console.err(translateMessage(text, texts));
      },
    })
    .configureHelp({
      styleTitle: translate,
      styleUsage: translateTerms,
      styleSubcommandTerm: translateTerms,
      optionDescription(option) {
        const text = new Help().optionDescription(option);
        return text.replace(/(default|choices):/g, translate);
      },
    })
    .helpOption('-h, --help', texts.program.help)
    .addOption(new Option('--lang <language>', texts.program.lang).choices(['pt', 'en']));
  if (command.commands.length > 0) {
    command.helpCommand('help [command]', texts.program.helpCommand);
  }
  for (const subcommand of command.commands) localize(subcommand, context);
}

function resolveExitCode(error: unknown, { console, texts }: CommandContext): number {
  // Commander has printed its message. Help and version are not failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
  if (!(error instanceof CommandError)) {
    // A defect, or a failure of the system. Only lines of code are printed as lines.
    const frames = (error as Error).stack?.match(/^ {4}at .*$/gm) ?? [];
    console.err(`${[escapeLine(redact(String(error))), ...frames].join('\n')}\n`);
    return 1;
  }
  const message = error.describe(texts.errors);
  if (message !== '') console.err(translateMessage(`error: ${escapeLine(message)}\n`, texts));
  return error.exitCode;
}
