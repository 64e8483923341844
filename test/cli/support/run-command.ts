import { run } from '../../../devkit/cli/program.js';
import type { Variables } from '../../../lib/nest/index.js';
import { restoreLogLevels } from '../../support/log-levels.js';

/** What a command printed. */
export interface CommandResult {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Input and environment of a command in a test. Default: none, and English. */
export interface CommandSetting {
  readonly stdin?: string;
  readonly secret?: string;
  readonly environment?: Variables;
}

/** Runs a command in this process. */
export async function runCommand(
  args: readonly string[],
  { stdin = '', secret, environment = {} }: CommandSetting = {},
): Promise<CommandResult> {
  let [out, err] = ['', ''];
  const ended = run(
    args,
    {
      out: (text) => (out += text),
      err: (text) => (err += text),
      untilEnded: () => Promise.resolve(),
    },
    { readAll: () => Promise.resolve(stdin), askSecret: () => Promise.resolve(secret) },
    environment,
  );
  const exitCode = await ended.finally(restoreLogLevels);
  return { exitCode, out, err };
}
