import { extname } from 'node:path';
import {
  decodeBrCode,
  encodeBrCode,
  isValidationError,
  isValueError,
  renderQrCode,
  type BrCode,
  type QrCodeFormat,
} from 'nestjs-pix';
import { CommandError, PUBLIC, writeNewFiles, type CommandContext } from './command.js';
import { escapeLine } from './terminal-text.js';

/** The options of `nestjs-pix qr`. */
export interface QrCommandOptions {
  readonly chave?: string;
  readonly location?: string;
  readonly valor?: string;
  readonly nome?: string;
  readonly cidade?: string;
  readonly txid?: string;
  readonly descricao?: string;
  readonly format?: QrCodeFormat;
  readonly out?: string;
  readonly force?: true;
  readonly text?: true;
  readonly decode?: true;
  readonly json?: true;
}

/**
 * Draws or decodes a code.
 *
 * @throws CommandError if the code or an option is invalid, or the file cannot be written
 */
export async function draw(
  given: string | undefined,
  options: QrCommandOptions,
  context: CommandContext,
): Promise<void> {
  const text = await resolveText(given, options, context);
  const code = withInputErrors(() => decodeBrCode(text));
  if (options.decode === true) return print(describe(code, options), options, context);
  if (options.text === true) return print(`${text}\n`, options, context);
  const format = options.format ?? chooseFormat(options.out);
  const image = renderQrCode(text, { format });
  const content = typeof image === 'string' ? `${image}\n` : image;
  if (options.out !== undefined) return print(content, options, context);
  if (typeof content !== 'string') throw new CommandError((say) => say.png);
  context.console.writeColored(content);
}

async function resolveText(
  given: string | undefined,
  options: QrCommandOptions,
  { input }: CommandContext,
): Promise<string> {
  const { chave, location, valor, nome, cidade, txid, descricao } = options;
  const fields = { chave, location, valor, nome, cidade, txid, descricao };
  const names = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  );
  if (given !== undefined) {
    if (names.length > 0) {
      throw new CommandError((say) => say.alreadyInText(names.join(', ')));
    }
    return (given === '-' ? await input.readAll() : given).trim();
  }
  if (chave === undefined && location === undefined) {
    throw new CommandError((say) => say.noCode);
  }
  if (nome === undefined || cidade === undefined) {
    throw new CommandError((say) => say.noReceiver);
  }
  return withInputErrors(() => encodeBrCode({ ...fields, nome, cidade }));
}

function withInputErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isValidationError(error) || isValueError(error)) throw new CommandError(error.message);
    throw error;
  }
}

const FORMATS: Readonly<Record<string, QrCodeFormat>> = { '.svg': 'svg', '.png': 'png' };

function chooseFormat(file: string | undefined): QrCodeFormat {
  return FORMATS[extname(file ?? '').toLowerCase()] ?? 'terminal';
}

function describe(code: BrCode, { json }: QrCommandOptions): string {
  if (json === true) return `${JSON.stringify(code, null, 2)}\n`;
  const fields = Object.entries(code).filter(([, value]) => value !== undefined);
  const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return fields.map(([name, value]) => `${name.padEnd(14)}${escapeLine(toText(value))}\n`).join('');
}

async function print(
  content: string | Buffer,
  { out, force }: QrCommandOptions,
  { console }: CommandContext,
): Promise<void> {
  if (out === undefined) console.out(String(content));
  else await writeNewFiles([{ path: out, content, mode: PUBLIC }], force);
}
