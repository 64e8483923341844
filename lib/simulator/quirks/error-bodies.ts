import { STATUS_CODES } from 'node:http';
import type { ProblemBody } from '../problems/simulator-problem.js';

/**
 * A shape of error bodies:
 *
 * - `problem`: RFC 7807, as the specification says.
 * - `erros`: `{ erros: [{ codigo, versao, mensagem, ocorrencia }] }`.
 * - `gateway`: `{ statusCode, error, message, attributes }`.
 * - `nome-mensagem`: `{ nome, mensagem }`.
 * - `soap`: a SOAP fault in XML.
 */
export type ErrorFormat = 'problem' | 'erros' | 'gateway' | 'nome-mensagem' | 'soap';

export interface ErrorBody {
  readonly contentType: string;
  readonly text: string;
}

const formats: Readonly<Record<ErrorFormat, (problem: ProblemBody) => ErrorBody>> = {
  problem: (problem) => ({
    contentType: 'application/problem+json',
    text: JSON.stringify(problem),
  }),
  erros: (problem) =>
    json({
      erros: reasons(problem).map((mensagem) => ({
        codigo: `4.${problem.status}`,
        versao: '1',
        mensagem,
        ocorrencia: `sim.${Date.now().toString(36)}`,
      })),
    }),
  gateway: ({ status, detail }) =>
    json({
      statusCode: status,
      error: STATUS_CODES[status] ?? 'Error',
      message: detail,
      attributes: { error: detail },
    }),
  'nome-mensagem': (problem) =>
    json({ nome: snakeCase(problem.type), mensagem: reasons(problem).join('; ') }),
  soap: ({ status, detail }) => ({
    contentType: 'text/xml; charset=utf-8',
    text:
      '<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
      `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${status} ${escape(detail)}</faultstring></soap:Fault>` +
      '</soap:Body></soap:Envelope>',
  }),
};

/** A refusal in the shape that a provider gives it. */
export function errorBody(format: ErrorFormat, problem: ProblemBody): ErrorBody {
  return formats[format](problem);
}

function json(value: unknown): ErrorBody {
  return { contentType: 'application/json', text: JSON.stringify(value) };
}

/** What is wrong, a sentence each. */
function reasons({ detail, violacoes = [] }: ProblemBody): string[] {
  const texts = violacoes.map(({ razao }) => razao).filter((razao) => razao !== undefined);
  return texts.length > 0 ? texts : [detail];
}

/** `…/CobNaoEncontrado` as `cob_nao_encontrado`. */
function snakeCase(type: string): string {
  const name = type.slice(type.lastIndexOf('/') + 1);
  return name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase();
}

function escape(text: string): string {
  return text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
