import type { Variables } from 'nestjs-pix/internal';
import type { CommandInput } from './command-input.js';
import type { CommandConsole } from './console.js';
import type { Language } from './language.js';

/** What a command reads and writes. */
export interface CommandContext {
  readonly console: CommandConsole;
  readonly input: CommandInput;
  readonly environment: Variables;
  readonly language: Language;
  /** Selects the text in the language of the user. */
  readonly say: (pt: string, en: string) => string;
}
