/** A language of the command line. */
export type Language = 'pt' | 'en';

/** A text in each language. */
export type Text = Readonly<Record<Language, string>>;

export function both(pt: string, en: string): Text {
  return { pt, en };
}

/** Resolves the language of a locale: Portuguese for `pt_BR.UTF-8`, otherwise English. */
function resolveLanguage(locale: string | undefined): Language {
  return locale?.toLowerCase().startsWith('pt') === true ? 'pt' : 'en';
}

/** Chooses the language of `--lang`, or of the locale. Read before the options, because help texts depend on it. */
export function chooseLanguage(
  args: readonly string[],
  { LC_ALL, LC_MESSAGES, LANG }: Readonly<Record<string, string | undefined>>,
): Language {
  const index = args.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const chosen = args[index]?.split('=')[1] ?? args[index + 1];
  if (index >= 0 && (chosen === 'pt' || chosen === 'en')) return chosen;
  // An empty variable counts as absent (POSIX, 8.2).
  return resolveLanguage([LC_ALL, LC_MESSAGES, LANG].find((locale) => locale));
}
