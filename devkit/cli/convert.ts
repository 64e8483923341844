import { basename, extname } from 'node:path';
import { isCertificateError, isGeneralPixError, type PixCertificateOptions } from 'nestjs-pix';
import {
  describeCertificate,
  loadCertificate,
  pixVariables,
  type LoadedCertificate,
} from 'nestjs-pix/internal';
import {
  CommandError,
  PRIVATE,
  PUBLIC,
  writeNewFiles,
  type CommandContext,
  type NewFile,
} from './command.js';
import { toPkcs12 } from './pkcs12.js';
import { escapeLine } from './terminal-text.js';

/** The options of `nestjs-pix convert-p12`. */
export interface ConvertCommandOptions {
  readonly cert?: string;
  readonly key?: string;
  readonly out?: string;
  readonly force?: true;
}

const PASSPHRASE = pixVariables.passphrase.name;

/**
 * Converts a certificate and its key.
 *
 * @throws CommandError if the files cannot be read or written, or there is no passphrase
 */
export async function convert(
  file: string | undefined,
  options: ConvertCommandOptions,
  context: CommandContext,
): Promise<void> {
  const source = resolveSource(file, options);
  const out = options.out ?? chooseName(file, options);
  const isPkcs12 = /^\.(p12|pfx)$/i.test(extname(out));
  const { loaded, passphrase } = await load(source, context);
  const files = isPkcs12
    ? [await buildPkcs12(out, loaded, passphrase ?? (await readPassphrase(context)))]
    : buildPem(/^\.(pem|crt|key)$/i.test(extname(out)) ? removeExtension(out) : out, loaded);
  await writeNewFiles(files, options.force);
  report(files, loaded, context);
}

function chooseName(pfx: string | undefined, { cert = '' }: ConvertCommandOptions): string {
  return pfx === undefined
    ? `${removeExtension(basename(cert))}.p12`
    : removeExtension(basename(pfx));
}

function removeExtension(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}

function resolveSource(
  pfx: string | undefined,
  { cert, key }: ConvertCommandOptions,
): PixCertificateOptions {
  if (pfx !== undefined && cert === undefined && key === undefined) return { pfx };
  if (pfx === undefined && cert !== undefined && key !== undefined) return { cert, key };
  throw new CommandError((say) => say.pkcs12OrPem);
}

interface Loaded {
  readonly loaded: LoadedCertificate;
  /** Absent if the files need none. */
  readonly passphrase?: string;
}

/** Opens the files: without a passphrase if they need none, otherwise with that of the variable or the terminal. */
async function load(source: PixCertificateOptions, context: CommandContext): Promise<Loaded> {
  try {
    return { loaded: await loadCertificate(source) };
  } catch (error) {
    if (!isMissingPassphrase(error)) throw explain(error);
  }
  const passphrase = await readPassphrase(context);
  try {
    return { loaded: await loadCertificate({ ...source, passphrase }), passphrase };
  } catch (error) {
    throw explain(error);
  }
}

function isMissingPassphrase(error: unknown): boolean {
  return isCertificateError(error) && error.errorCode === 'PIX_CERTIFICATE_PASSPHRASE_MISSING';
}

function explain(error: unknown): unknown {
  if (!isGeneralPixError(error)) return error;
  const text = error.message.replaceAll('certificate.passphrase', PASSPHRASE);
  return new CommandError(text.replace(/ \(certificate\.\w+\)/g, ''));
}

async function readPassphrase({ environment, input, texts }: CommandContext): Promise<string> {
  const passphrase = environment[PASSPHRASE] ?? (await input.askSecret(texts.convert.passphrase));
  if (passphrase !== undefined && passphrase !== '') return passphrase;
  throw new CommandError((say) => say.setPassphrase(PASSPHRASE));
}

/** Splits a PEM text into its certificates, the one of the key first. */
function splitChain({ cert }: LoadedCertificate): readonly [string, ...string[]] {
  const [leaf = cert, ...issuers] =
    cert.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----\n?/g) ?? [];
  return [leaf, ...issuers];
}

async function buildPkcs12(
  path: string,
  loaded: LoadedCertificate,
  passphrase: string,
): Promise<NewFile> {
  const [cert, ...issuers] = splitChain(loaded);
  const content = await toPkcs12({ cert, key: loaded.key }, issuers, passphrase);
  return { path, content, mode: PRIVATE };
}

function buildPem(base: string, { cert, key }: LoadedCertificate): NewFile[] {
  return [
    { path: `${base}.pem`, content: cert, mode: PUBLIC },
    { path: `${base}.key`, content: key, mode: PRIVATE },
  ];
}

function report(
  files: readonly NewFile[],
  loaded: LoadedCertificate,
  { console, texts }: CommandContext,
): void {
  const { subject, notAfter } = describeCertificate(loaded, Date.now());
  const day = notAfter.toISOString().slice(0, 10);
  console.out(`${escapeLine(subject)}, ${texts.convert.validUntil} ${day}\n`);
  for (const { path, mode } of files) console.out(`${path} (${mode.toString(8)})\n`);
}
