import { Help, Option, type Command } from 'commander';
import type { CommandContext } from './command-context.js';
import type { Language } from './language.js';

/** The words of Commander's help. */
const WORDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  pt: {
    'Usage:': 'Uso:',
    'Arguments:': 'Argumentos:',
    'Options:': 'Opções:',
    'Commands:': 'Comandos:',
    'default:': 'padrão:',
    'choices:': 'valores:',
    '[options]': '[opções]',
    '[command]': '[comando]',
  },
  en: {},
};

/** Translates Commander's own words for a command and its subcommands, and adds `--lang`. */
export function localize(command: Command, context: CommandContext): void {
  const { console, language, say } = context;
  const words = WORDS[language];
  const translate = (text: string): string => words[text] ?? text;
  const translateTerms = (text: string): string =>
    text.replace(/\[(options|command)\]/g, translate);
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        console.out(text);
      },
      writeErr: (text) => {
        console.err(text);
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
    .helpOption('-h, --help', say('mostra esta ajuda', 'display this help'))
    .addOption(
      new Option(
        '--lang <language>',
        say(
          'idioma da ajuda e da saída (sem a opção: o do sistema)',
          'language of help and output (without it: that of the system)',
        ),
      ).choices(['pt', 'en']),
    );
  if (command.commands.length > 0) {
    command.helpCommand(
      'help [command]',
      say('mostra a ajuda de um comando', 'display help for a command'),
    );
  }
  for (const subcommand of command.commands) localize(subcommand, context);
}
