import { STATUS_CODES } from 'node:http';
import type { PixErrorFormat } from 'nestjs-pix';
import type { ProblemBody } from '../problems/simulator-problem.js';

/** An error body with its content type: a JSON value or text. */
export type ErrorBody = { readonly contentType: string } & (
  { readonly value: object } | { readonly text: string }
);

const formats: Readonly<Record<PixErrorFormat, (problem: ProblemBody) => ErrorBody>> = {
  problem: (problem) => ({
    contentType: 'application/problem+json',
    value: problem,
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

/** Converts a problem to the error format of a provider. */
export function toErrorBody(format: PixErrorFormat, problem: ProblemBody): ErrorBody {
  return formats[format](problem);
}

function json(value: object): ErrorBody {
  return { contentType: 'application/json', value };
}

/** Lists the reasons of a problem: its violations, or its detail. */
function reasons({ detail, violacoes = [] }: ProblemBody): string[] {
  const texts = violacoes.map(({ razao }) => razao).filter((razao) => razao !== undefined);
  return texts.length > 0 ? texts : [detail];
}

/** Converts `…/CobNaoEncontrado` to `cob_nao_encontrado`. */
function snakeCase(type: string): string {
  const name = type.slice(type.lastIndexOf('/') + 1);
  return name.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase();
}

function escape(text: string): string {
  return text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
