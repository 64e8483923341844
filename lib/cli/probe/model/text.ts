/** A language of the report. */
export type Language = 'pt' | 'en';

/** A text in each language of the report. */
export type Text = Readonly<Record<Language, string>>;

export function both(pt: string, en: string): Text {
  return { pt, en };
}

/** Resolves the language of a locale such as `pt_BR.UTF-8`. Default: Portuguese. */
export function resolveLanguage(locale: string | undefined): Language {
  return locale?.toLowerCase().startsWith('en') === true ? 'en' : 'pt';
}
