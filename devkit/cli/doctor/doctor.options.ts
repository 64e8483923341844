import type { AccountSelection } from '../account-variables.js';

/** The options of `nestjs-pix doctor`. */
export interface DoctorCommandOptions extends AccountSelection {
  readonly webhook?: string;
  readonly timeout: number;
  readonly json?: true;
}
