import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError } from './command-error.js';

/** Input of a command. An interface, so that tests can answer. */
export interface CommandInput {
  /** Reads the standard input to its end. */
  readAll(): Promise<string>;
  /** Asks for a secret on the terminal without showing it; `undefined` if there is no terminal. */
  askSecret(question: string): Promise<string | undefined>;
}

/** Exit code of a command that Ctrl+C ended: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

/** Returns the input of this process. */
export function processInput(): CommandInput {
  return { readAll: () => text(process.stdin), askSecret };
}

async function askSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(question);
  const nowhere = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('SIGINT', () => reject(new CommandError('interrupted.', INTERRUPTED)));
      reader.once('close', () => reject(new CommandError('no passphrase was entered.')));
      reader.question('').then(resolve, reject);
    });
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
