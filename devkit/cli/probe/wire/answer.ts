import type { PixErrorFormat } from 'nestjs-pix';
import { parseObject } from 'nestjs-pix/internal';

/** The format of a body: one of the known error formats, or a rough description. */
export type BodyFormat = PixErrorFormat | 'oauth' | 'json' | 'html' | 'text' | 'empty';

/** A response, reduced to what a report may use, or a failure without a response. */
export interface Answer {
  /** 0 without a response. */
  readonly status: number;
  /** Media type without parameters, in lower case; empty if there is none. */
  readonly contentType: string;
  readonly format: BodyFormat;
  /** The body if it is a JSON object. Never part of a report. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  /** Identifies responses of the same kind: status, format and text without what varies. */
  readonly signature: string;
  /** Why there is no response. */
  readonly failure?: string;
}

/** Whether the provider understood a request and refused its content. */
export function isRefusal({ status }: Answer): boolean {
  return status === 400 || status === 422;
}

/** Whether a request took effect: a 2xx that a page of a firewall or a gateway does not imitate. */
export function isSuccess({ status, format }: Answer): boolean {
  return status >= 200 && status < 300 && !PAGES.has(format);
}

const PAGES: ReadonlySet<BodyFormat> = new Set(['html', 'text', 'soap']);

/** Whether an address or a method of it does not exist, for one of the reasons that a 404 also has. */
export function isNoRoute({ status }: Answer): boolean {
  return status === 404 || status === 405 || status === 501;
}

export function isKnownFormat(format: BodyFormat): format is PixErrorFormat {
  return KNOWN_FORMATS.has(format);
}

const KNOWN_FORMATS: ReadonlySet<string> = new Set<PixErrorFormat>([
  'problem',
  'erros',
  'gateway',
  'nome-mensagem',
  'soap',
]);

/** @param failure class of the failure, without host or path */
export function failedAnswer(failure: string): Answer {
  return { status: 0, contentType: '', format: 'empty', json: undefined, signature: '0', failure };
}

/**
 * Reads a response.
 *
 * @param own texts of the request that the response may repeat, which its signature ignores
 */
export function readAnswer(
  status: number,
  contentType: unknown,
  body: string,
  own: readonly string[],
): Answer {
  const type = typeof contentType === 'string' ? (contentType.split(';', 1)[0] ?? '').trim() : '';
  const json = parseObject(body);
  const format = classify(json, body);
  const stable = json === undefined ? '' : toStableText(body, own);
  const signature = `${status} ${format} ${stable}`;
  return { status, contentType: type.toLowerCase(), format, json, signature };
}

/** Replaces what differs between responses of the same kind: the request, numbers, instants and identifiers. */
function toStableText(body: string, own: readonly string[]): string {
  let text = body.slice(0, MAX_STABLE);
  for (const part of own) if (part !== '') text = text.replaceAll(part, '*');
  return text.replace(/[^\s"]*\d[^\s"]*/g, '#');
}

const MAX_STABLE = 2_000;

/** The first row that fits decides. */
const SHAPES: readonly (readonly [
  BodyFormat,
  (json: Readonly<Record<string, unknown>>) => boolean,
])[] = [
  ['erros', ({ erros }) => Array.isArray(erros)],
  ['nome-mensagem', ({ nome, mensagem }) => isText(nome) && isText(mensagem)],
  ['gateway', ({ statusCode, message }) => statusCode !== undefined && message !== undefined],
  ['problem', ({ title, status, type }) => isText(title) && (isText(type) || !!status)],
  ['oauth', ({ error }) => isText(error)],
];

function classify(json: Readonly<Record<string, unknown>> | undefined, body: string): BodyFormat {
  if (json !== undefined) return SHAPES.find(([, fits]) => fits(json))?.[0] ?? 'json';
  const start = body.slice(0, 1_000);
  if (start.trim() === '') return 'empty';
  if (/<(\w+:)?Envelope[\s>]/.test(start)) return 'soap';
  return /<!doctype html|<html[\s>]/i.test(start) ? 'html' : 'text';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
