import type { PayOptions } from '../domain/payment/pay.options.js';
import { BodyFields, withoutUndefined } from './fields.js';

/**
 * Parses payment options from a body.
 *
 * @throws SimulatorProblem `RequisicaoInvalida`
 */
export function parsePayOptions(body: Readonly<Record<string, unknown>>): PayOptions {
  const fields = new BodyFields(body);
  const options = readPayOptions(fields, body);
  fields.check();
  return options;
}

/** Reads payment options from a body with further fields. Adds violations to `fields`; the caller calls `check`. */
export function readPayOptions(
  fields: BodyFields,
  body: Readonly<Record<string, unknown>>,
): PayOptions {
  const { pagador } = body;
  if (pagador !== undefined && !isPessoa(pagador)) fields.refuse('pagador', 'deve ter cpf ou cnpj');
  return withoutUndefined({
    valor: fields.text('valor'),
    infoPagador: fields.text('infoPagador'),
    force: fields.boolean('force'),
    pagador: pagador as PayOptions['pagador'],
  });
}

function isPessoa(value: unknown): boolean {
  const { cpf, cnpj } = (value ?? {}) as { cpf?: unknown; cnpj?: unknown };
  return (typeof cpf === 'string') !== (typeof cnpj === 'string');
}
