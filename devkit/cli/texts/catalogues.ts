import { en, type Texts } from './en.js';
import { pt } from './pt.js';

/** A language of the command line. */
export type Language = 'pt' | 'en';

export const catalogues: Readonly<Record<Language, Texts>> = { en, pt };
