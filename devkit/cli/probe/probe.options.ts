/** The options of `nestjs-pix probe`. */
export interface ProbeCommandOptions {
  env?: string;
  readOnly?: true;
  yes?: true;
  json?: true;
  markdown?: true;
  draft?: string;
  timeout: number;
  pause: number;
}
