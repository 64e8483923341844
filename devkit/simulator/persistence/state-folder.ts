// The folder with the state of a simulator: its lock and its file.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { dirname, join, relative, resolve } from 'node:path';
import { ConfigurationError } from 'nestjs-pix';
import { getErrorCode } from 'nestjs-pix/internal';

/** Where a state is stored: a file of lines, the last of which may be torn. */
export type StateFile = Pick<StateFolder, keyof StateFolder>;

/** File mode: only the owner can read the file, because it contains private keys and credentials. */
const PRIVATE = 0o600;

/** How much of a file is written at once, in characters. */
const PART = 1 << 20;

/** A folder that this process has locked, with the file `state.ndjson`. */
export class StateFolder {
  #file: number;
  /** Position after the last complete line. What follows it is overwritten. */
  #size = 0;

  /** @param path path of the file, for messages too */
  private constructor(
    readonly path: string,
    private readonly lock: Server,
  ) {
    this.#file = fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT, PRIVATE);
  }

  /**
   * Creates the folder if it does not exist, and locks it.
   *
   * @throws ConfigurationError if the folder cannot be created or written (the `cause` is Node's error), or another
   * process has the lock
   */
  static async open(path: string): Promise<StateFolder> {
    const folder = resolve(path);
    const lock = createServer((socket) => socket.destroy()).unref();
    try {
      if (!fs.existsSync(folder)) {
        createFolder(folder);
        // The folder is often inside of a repository, and its file has private keys.
        fs.writeFileSync(join(folder, '.gitignore'), '*\n');
      }
      await lockFolder(folder, lock);
      return new StateFolder(join(folder, 'state.ndjson'), lock);
    } catch (error) {
      lock.close();
      throw unusable(folder, error);
    }
  }

  /** Returns the content of the file. */
  read(): Buffer {
    const bytes = fs.readFileSync(this.path);
    this.#size = bytes.lastIndexOf('\n') + 1;
    return bytes;
  }

  /** Adds complete lines. If it throws the error of the storage, the last line is torn. */
  append(lines: string): void {
    this.#size = write(this.#file, lines, this.#size);
  }

  /** @throws Error of the storage if it has no space for a number of bytes */
  probe(bytes: number): void {
    write(this.#file, ' '.repeat(bytes), this.#size);
  }

  /** Replaces the content atomically: after a crash, the file has the old or the new content. */
  replace(lines: Iterable<string>): void {
    const next = `${this.path}.new`;
    // A file from an interrupted run could have another mode or be a symbolic link.
    fs.rmSync(next, { force: true });
    const file = fs.openSync(next, 'wx', PRIVATE);
    try {
      let [size, part] = [0, ''];
      for (const line of lines) {
        part += line;
        if (part.length < PART) continue;
        size = write(file, part, size);
        part = '';
      }
      size = write(file, part, size);
      fs.renameSync(next, this.path);
      fs.closeSync(this.#file);
      [this.#file, this.#size] = [file, size];
    } catch (error) {
      fs.closeSync(file);
      fs.rmSync(next, { force: true });
      throw error;
    }
  }

  close(): void {
    fs.closeSync(this.#file);
    this.lock.close();
  }
}

/** Writes a text at a position. @returns the position after it */
function write(file: number, text: string, position: number): number {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) {
    done += fs.writeSync(file, bytes, done, bytes.length - done, position + done);
  }
  return position + bytes.length;
}

/**
 * Creates a folder level by level: `mkdirSync` with `recursive` does not return on file systems such as `/proc`, which
 * answer ENOENT in an existing folder.
 */
function createFolder(folder: string): void {
  if (!fs.existsSync(dirname(folder))) createFolder(dirname(folder));
  fs.mkdirSync(folder, { mode: 0o700 });
}

/**
 * Locks a folder by a socket in it, on which this process listens until it ends, however it ends. Other processes of the
 * machine reach it, also those of other containers. Sockets of processes that have ended are removed. Of two processes
 * that start at the same time, at least one is refused: each looks for others after it listens.
 */
async function lockFolder(folder: string, lock: Server): Promise<void> {
  const own = `lock.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await once(lock.listen({ path: socketPath(folder, own), exclusive: true }), 'listening');
  } catch (error) {
    // A path that is too long has no code.
    if (['', 'EADDRINUSE', 'ENOTDIR', 'EACCES', 'EROFS'].includes(getErrorCode(error) ?? ''))
      throw error;
    warn(`No second process is refused on ${folder}: no socket can be in it (${String(error)}).`);
    return;
  }
  for (const name of fs.readdirSync(folder)) {
    const [kind, pid] = name.split('.');
    if (kind !== 'lock' || name === own) continue;
    if (await isListening(socketPath(folder, name))) {
      throw new ConfigurationError(
        `Process ${pid}, here or in another container, uses the same state folder. Stop it, or choose another folder.`,
      );
    }
    fs.rmSync(join(folder, name), { force: true });
  }
}

/** The longest path of a socket in all systems, in bytes. Node.js 20 cuts off longer ones. */
const MAX_SOCKET_PATH = 103;

/** Returns the address of a socket in a folder. On Windows, a folder has one address, which ends with its process. */
function socketPath(folder: string, name: string): string {
  if (process.platform === 'win32') return `\\\\?\\pipe\\${folder}`;
  const path = relative('', join(folder, name));
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) throw new Error('its path is too long for a lock');
  return path;
}

/** Whether a process listens on a socket. One that this process must not use belongs to another user, who may. */
async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  const failure = await once(socket, 'connect').then(() => undefined, getErrorCode);
  socket.destroy();
  return failure !== 'ECONNREFUSED' && failure !== 'ENOENT';
}

/** Builds the error of a folder that cannot be used, unless its cause is one for users. */
export function unusable(folder: string, cause: unknown): ConfigurationError {
  if (cause instanceof ConfigurationError) return cause;
  return new ConfigurationError(
    `stateDir: ${folder} cannot be used as state folder (${(cause as Error).message}). ` +
      'Choose a folder that this user can create and write to.',
    { cause },
  );
}

/** Warns the operator. */
export function warn(text: string): void {
  process.emitWarning(text, { code: 'PIX_SIMULATOR_STATE' });
}
