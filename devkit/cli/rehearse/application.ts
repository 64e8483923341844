import { spawn } from 'node:child_process';
import type { Texts } from '../texts/en.js';
import type { RehearsalAction } from '../texts/rehearse.en.js';

/** Shell commands, by what they make the application do. */
export type Actions = Readonly<Partial<Record<RehearsalAction, string>>>;

/** What a command is told, as environment variables. */
export interface ActionVariables {
  readonly PIX_TXID?: string;
  readonly PIX_E2EID?: string;
  /** Decimal text. */
  readonly PIX_VALOR?: string;
  /** `YYYY-MM-DD` */
  readonly PIX_DATA?: string;
}

/** An action that the application did not do. Its message says what was seen. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
}

/** Longer output is not shown. */
const MAX_SHOWN = 200;

/** The application, by the commands that make it do something. */
export class Application {
  constructor(
    private readonly actions: Actions,
    private readonly texts: Texts['rehearse']['seen'],
    /** Seconds that a command has. */
    private readonly wait: number,
  ) {}

  has(action: RehearsalAction): boolean {
    return this.actions[action] !== undefined;
  }

  /** Runs a command, and returns the last line that it printed. @throws ActionError if the command fails */
  async run(action: RehearsalAction, variables: ActionVariables = {}): Promise<string> {
    const child = spawn(this.actions[action] ?? '', {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...variables },
      timeout: this.wait * 1_000,
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => (out += String(data)));
    child.stderr.on('data', (data) => (err += String(data)));
    const code = await new Promise<number | string>((resolve) => {
      child.once('close', (status, signal) => {
        resolve(status ?? signal ?? 'SIGTERM');
      });
    });
    if (code !== 0) throw new ActionError(this.texts.failed(code, lastLine(err) || lastLine(out)));
    return lastLine(out);
  }
}

function lastLine(output: string): string {
  return (output.trim().split('\n').at(-1) ?? '').trim().slice(0, MAX_SHOWN);
}
