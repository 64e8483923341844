import { readFile } from 'node:fs/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { join, resolve } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { getErrorCode, redact } from 'nestjs-pix/internal';
import { simulatorFileNames } from 'nestjs-pix/spec';
import { CommandError } from './command.js';
import type { Texts } from './texts/en.js';

/** Exit code of a command whose simulated bank does not answer. */
const NO_BANK = 3;

/** Exit code of a command that the bank refused. */
export const REFUSED = 2;

/** Methods of the control API. */
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A simulated bank in another process, by its control API. */
export class RunningBank {
  private constructor(
    private readonly address: string,
    private readonly texts: Texts['bank'],
    /** Options of a mutual TLS connection; empty for a console. */
    private readonly tls: Readonly<Record<string, string>> = {},
    /** Token of a console that is not on loopback. */
    private readonly token: string | null = null,
  ) {}

  /**
   * @param place folder of `nestjs-pix simulator`, or the address of a console
   * @throws CommandError if the folder has no simulated bank
   */
  static async find(place: string, texts: Texts['bank']): Promise<RunningBank> {
    if (/^https?:/.test(place) && URL.canParse(place)) {
      const { origin, searchParams } = new URL(place);
      return new RunningBank(`${origin}/simulator`, texts, {}, searchParams.get('token'));
    }
    const read = (name: string) => readFile(join(place, name), 'utf8');
    try {
      const settings = JSON.parse(await read(simulatorFileNames.settings)) as {
        controlUrl: string;
      };
      const [ca, cert, key] = await Promise.all([
        read(simulatorFileNames.ca),
        read(simulatorFileNames.cert),
        read(simulatorFileNames.key),
      ]);
      return new RunningBank(settings.controlUrl, texts, { ca, cert, key });
    } catch {
      throw new CommandError(texts.none(resolve(place)));
    }
  }

  get<T>(path: string): Promise<T> {
    return this.#send<T>('GET', path);
  }

  post<T>(path: string, body: object = {}): Promise<T> {
    return this.#send<T>('POST', path, body);
  }

  put<T>(path: string, body: object = {}): Promise<T> {
    return this.#send<T>('PUT', path, body);
  }

  async delete(path: string): Promise<void> {
    await this.#send('DELETE', path);
  }

  /** Opens a response whose body is not read. @throws CommandError if the bank does not answer, or refuses */
  async open(method: Method, path: string, body?: object): Promise<IncomingMessage> {
    const response = await this.#request(method, path, body);
    const { statusCode = 0 } = response;
    if (statusCode >= 400) throw await this.#toRefusal(response, statusCode);
    return response;
  }

  async #send<T>(method: Method, path: string, body?: object): Promise<T> {
    const response = await this.open(method, path, body);
    if (response.statusCode === 204) {
      response.resume();
      return undefined as T;
    }
    const answer = await text(response).catch((error: unknown) => {
      throw this.silence(error as Error);
    });
    try {
      return JSON.parse(answer) as T;
    } catch {
      // Without the error of the parser, which quotes the answer.
      throw new CommandError(this.texts.noJson(this.#origin), NO_BANK);
    }
  }

  /** The message for a bank that does not answer, or no longer. */
  silence(error?: Error): CommandError {
    const reason = error ? (getErrorCode(error) ?? error.message) : this.texts.ended;
    return new CommandError(this.texts.silent(this.#origin, reason), NO_BANK);
  }

  get #origin(): string {
    return new URL(this.address).origin;
  }

  /** The problem of the control API as the message of an error. */
  async #toRefusal(response: IncomingMessage, status: number): Promise<CommandError> {
    const problem = (await json(response).catch(() => ({}))) as Problem;
    const rules = problem.violacoes?.map(({ propriedade, razao }) => `${propriedade} ${razao}`);
    const reason = rules?.join('; ') ?? problem.detail ?? problem.title ?? `HTTP ${status}`;
    return new CommandError(redact(this.texts.refused(reason)), REFUSED);
  }

  #request(method: Method, path: string, body?: object): Promise<IncomingMessage> {
    const url = new URL(this.address + path);
    const sent = body && JSON.stringify(body);
    return new Promise((done, fail) => {
      (url.protocol === 'https:' ? requestHttps : requestHttp)(
        url,
        {
          ...this.tls,
          method,
          headers: {
            ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
            ...(sent !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(sent),
            }),
          },
        },
        done,
      )
        .on('error', (error) => {
          fail(this.silence(error));
        })
        .end(sent);
    });
  }
}

interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly violacoes?: readonly { readonly propriedade: string; readonly razao: string }[];
}
