import type { Language } from './model/text.js';

/** The options of `nestjs-pix probe`. */
export interface ProbeCommandOptions {
  env?: string;
  readOnly?: true;
  yes?: true;
  json?: true;
  markdown?: true;
  lang?: Language;
  draft?: string;
  timeout: number;
  pause: number;
}
