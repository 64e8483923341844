import { isObject } from './json-object.js';
import type { PixViolacao } from './pix-api/pix-problem.js';

/** The fields of an error body that does not follow RFC 7807. */
export interface BankError {
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly violacoes?: readonly PixViolacao[] | undefined;
  /** The bank's identifier of the call. */
  readonly correlationId?: string | undefined;
}

/** Returns a text that is not blank, or `undefined`. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** `{ erros: [{ codigo, versao, mensagem, ocorrencia }] }`: each message becomes a violation. */
function parseErros({ erros }: Fields): BankError | undefined {
  if (!Array.isArray(erros)) return undefined;
  const items = erros.filter(isObject).filter(({ mensagem }) => toText(mensagem) !== undefined);
  if (items.length === 0) return undefined;
  return {
    detail: items.map(({ mensagem }) => String(mensagem)).join('; '),
    violacoes: items.map(({ mensagem, ...others }) => ({ ...others, razao: String(mensagem) })),
    correlationId: items.map(({ ocorrencia }) => toText(ocorrencia)).find((id) => id !== undefined),
  };
}

/** `{ statusCode, error, message, attributes }` of a gateway. */
function parseGateway({ statusCode, error, message }: Fields): BankError | undefined {
  const detail = toText(message);
  if (statusCode === undefined || detail === undefined) return undefined;
  return { title: toText(error), detail };
}

/** `{ nome, mensagem }`. */
function parseNomeMensagem({ nome, mensagem }: Fields): BankError | undefined {
  const title = toText(nome);
  const detail = toText(mensagem);
  return title === undefined || detail === undefined ? undefined : { title, detail };
}

const shapes = [parseErros, parseGateway, parseNomeMensagem];

/** Parses an error body in JSON that has the shape of a bank instead of RFC 7807. */
export function parseBankError(fields: Fields): BankError {
  for (const parse of shapes) {
    const found = parse(fields);
    if (found) return found;
  }
  return {};
}

/** Reads the `faultstring` of a SOAP fault; `undefined` if the text is none. */
export function readSoapFault(text: string): string | undefined {
  if (!text.trimStart().startsWith('<')) return undefined;
  const name = text.indexOf('<faultstring');
  const start = name < 0 ? -1 : text.indexOf('>', name);
  const end = start < 0 ? -1 : text.indexOf('</faultstring', start);
  return end < 0 ? undefined : toText(text.slice(start + 1, end).trim());
}
